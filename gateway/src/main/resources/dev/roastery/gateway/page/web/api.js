// Talks to the gateway. The token stays in this tab: it is gone when the tab is closed.
const KEY = 'roastery-token';

export const token = {
  get: () => sessionStorage.getItem(KEY) ?? '',
  set: (text) => (text ? sessionStorage.setItem(KEY, text) : sessionStorage.removeItem(KEY)),
};

async function send(path, headers = {}, options = {}) {
  const authorization = token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
  const answer = await fetch(path, { ...options, headers: { ...headers, ...authorization } });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({ detail: answer.statusText }));
  throw Object.assign(new Error(problem.detail), { status: answer.status });
}

export const get = async (path, signal) => (await send(path, {}, { signal })).json();
export const post = async (path, body) => (await send(path, {}, {
  method: 'POST', body: body && JSON.stringify(body),
})).json();
export const blob = async (path) => (await send(path)).blob();

/** The events of a job, now and later, until it is over; EventSource could not send the token. */
export async function* events(id, signal) {
  let last = '';
  while (!signal.aborted) {
    const headers = { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) };
    try {
      const answer = await send(`/v1/jobs/${id}/events`, headers, { signal });
      let over = false; // a job that failed may have a later attempt: then more events follow
      for await (const event of parse(answer.body)) {
        last = String(event.seq);
        over = ['completed', 'failed', 'cancelled', 'expired'].includes(event.kind);
        yield event;
      }
      if (over) return;
    } catch (error) {
      if (signal.aborted || (error.status && error.status < 500)) throw error;
    }
    await new Promise((resume) => setTimeout(resume, 2000));
  }
}

async function* parse(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const messages = (text + value).split('\n\n');
    text = messages.pop();
    for (const message of messages) {
      const data = message.split('\n').filter((line) => line.startsWith('data: '));
      if (data.length) yield JSON.parse(data.map((line) => line.slice(6)).join('\n'));
    }
  }
}
