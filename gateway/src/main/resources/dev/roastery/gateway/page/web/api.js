// Talks to the gateway. The token stays in this tab: it is gone when the tab is closed.
const KEY = 'roastery-token';

export const token = {
  get: () => sessionStorage.getItem(KEY) ?? '',
  set: (text) => (text ? sessionStorage.setItem(KEY, text) : sessionStorage.removeItem(KEY)),
};

/** What the gateway refused, in its own words; without a status, nobody has answered. */
export class Problem extends Error {
  constructor(detail, status, body = {}) {
    super(detail);
    this.status = status;
    this.problems = Array.isArray(body.problems) ? body.problems : [];
    this.expectedOffset = body['expected-offset'];
    this.isLost = status === undefined || [502, 503, 504].includes(status);
  }
}

async function refusal(answer) {
  const body = await answer.json().catch(() => ({}));
  return new Problem(body.detail ?? `the gateway answered ${answer.status}`, answer.status, body);
}

/** The answer of a call that has succeeded. */
export async function send(path, { headers = {}, ...options } = {}) {
  const authorization = token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { ...headers, ...authorization } });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem('The gateway does not answer.');
  }
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

const read = async (answer) => {
  try {
    return await answer.json();
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem('The answer of the gateway broke off.');
  }
};

export const get = async (path, signal) => read(await send(path, { signal }));
export const post = async (path, body, headers = {}) => read(await send(path, {
  method: 'POST', headers, body: body === undefined ? undefined : body instanceof Blob ? body : JSON.stringify(body),
}));
export const remove = (path) => send(path, { method: 'DELETE' });
export const blob = async (path) => (await send(path)).blob();

export const jobPath = (id) => `/v1/jobs/${encodeURIComponent(id)}`;
export const partPath = (id, table, name) =>
  `${jobPath(id)}/parts/${encodeURIComponent(table)}/${encodeURIComponent(name)}`;
export const resultPath = (id, query) => `${jobPath(id)}/results/${encodeURIComponent(query)}`;
