import { blob, events, get, post, token } from '/web/api.js';
import { element, facts, stage, state, table, time } from '/web/view.js';

const ROWS_SHOWN = 200;
const main = document.getElementById('main');
const message = document.getElementById('message');
let leave = new AbortController();

const say = (text) => { message.textContent = text; };
const pause = (signal) => new Promise((resume) => {
  setTimeout(resume, 2000);
  signal.addEventListener('abort', resume, { once: true });
});

// The gateway may be restarted while the page is open: it says so and goes on by itself.
let lost = false;
async function patiently(signal, call) {
  for (;;) {
    try {
      const value = await call();
      if (lost) say('');
      lost = false;
      return value;
    } catch (error) {
      if (signal.aborted || (error.status && error.status < 500)) throw error;
      lost = true;
      say('Connection to the gateway lost. Trying again…');
      await pause(signal);
    }
  }
}

async function jobs(signal) {
  const list = element('div');
  main.replaceChildren(element('h2', {}, 'Jobs'), list);
  while (!signal.aborted) {
    const page = await patiently(signal, () => get('/v1/jobs?limit=100', signal));
    list.replaceChildren(page.jobs.length === 0
      ? element('p', {}, 'No jobs yet. Create one with roastery submit, or with curl as in docs/http.md.')
      : table('Newest first', ['Job', 'Name', 'State', 'Progress', 'Created'], page.jobs.map((job) => [
        element('a', { href: `#job/${job.id}` }, job.id), job.name ?? '',
        element('span', {}, state(job.state), job.reason ? ` ${job.reason}` : ''),
        `${job.progress.percent} %`, time(job.created)])));
    await pause(signal);
  }
}

async function job(id, signal) {
  const status = element('section', { 'aria-label': 'Status' });
  const results = element('section', { 'aria-label': 'Results' });
  const log = element('ol', { class: 'events' });
  main.replaceChildren(element('h2', {}, `Job ${id}`), status, results, element('h2', {}, 'Events'), log);
  const shown = new Set();
  const refresh = async () => {
    const view = await patiently(signal, () => get(`/v1/jobs/${id}`, signal));
    status.replaceChildren(...summary(view));
    for (const result of view.results) {
      // Nothing may come between this look and the note: poll and follow both refresh, at the same time.
      if (shown.has(result.query)) continue;
      shown.add(result.query);
      const place = element('section', { 'aria-label': `Result ${result.query}` });
      results.append(place);
      place.replaceChildren(...await patiently(signal, () => resultTable(id, result, signal)));
    }
    return view.state;
  };
  const over = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED'];
  const poll = async () => {
    while (!signal.aborted && !over.includes(await refresh())) await pause(signal);
  };
  const follow = async () => {
    for await (const event of events(id, signal)) {
      log.append(element('li', {}, time(event.at), event.text));
    }
    await refresh();
  };
  main.setAttribute('aria-busy', 'true');
  await Promise.all([poll(), follow()]);
  if (!signal.aborted) main.setAttribute('aria-busy', 'false');
}

function summary(view) {
  const act = (name) => element('button', {
    type: 'button', onclick: () => post(`/v1/jobs/${view.id}/${name}`).catch((error) => say(error.message)),
  }, name === 'cancel' ? 'Cancel job' : 'Approve job');
  const reject = () => {
    const reason = prompt('Why is the job rejected?');
    if (reason) post(`/v1/jobs/${view.id}/reject`, { reason }).catch((error) => say(error.message));
  };
  const running = ['CREATED', 'UPLOADING', 'WAITING_FOR_APPROVAL', 'RUNNING'].includes(view.state);
  return [
    facts([['State', state(view.state)], ['Reason', view.reason],
      ['Attempt', view.attempt > 1 ? String(view.attempt) : undefined], ['Name', view.name],
      ['Created', time(view.created)], ['Queries', view.queries.join(', ')],
      ['Parts', `${view.parts.filter((part) => part.complete).length} of ${view.parts.length} complete`],
      ['Skipped rows', view.rejected ? download(`/v1/jobs/${view.id}/rejects`, 'rejects.csv', `${view.rejected} rows`) : undefined]]),
    ...view.state === 'WAITING_FOR_APPROVAL'
      ? [act('approve'), element('button', { type: 'button', onclick: reject }, 'Reject job')] : [],
    running ? act('cancel') : '',
    element('h2', {}, `Progress: ${view.progress.percent} %`),
    element('progress', { max: 100, value: view.progress.percent, 'aria-label': 'Progress of the job' }),
    ...view.progress.stages.map(stage),
  ];
}

async function resultTable(id, result, signal) {
  const path = `/v1/jobs/${id}/results/${encodeURIComponent(result.query)}`;
  const parts = [element('h2', {}, result.query), facts([['Rows', String(result.rows)],
    ['SHA-256', element('code', {}, result.sha256)],
    ['Download', download(path, `${result.query}.csv`, `${result.query}.csv, ${result.bytes} bytes`)]])];
  if (result.bytes < 1_000_000) {
    const data = await get(`${path}?format=json-strings`, signal);
    const caption = data.rows.length > ROWS_SHOWN ? `The first ${ROWS_SHOWN} rows` : 'All rows';
    parts.push(table(caption, data.columns.map((column) => column.name), data.rows.slice(0, ROWS_SHOWN)));
  }
  return parts;
}

// A plain link could not send the token.
const download = (path, name, text) => element('a', {
  href: path,
  onclick: async (click) => {
    click.preventDefault();
    try {
      const address = URL.createObjectURL(await blob(path));
      element('a', { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      say(error.message);
    }
  },
}, text);

const size = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function workers(signal) {
  const lists = element('div');
  main.replaceChildren(element('h2', {}, 'Workers'), lists);
  while (!signal.aborted) {
    const view = await patiently(signal, () => get('/v1/workers', signal));
    lists.replaceChildren(
      table('Nodes', ['Node', 'Stage', 'Host', 'State', 'Last seen', 'Owns'], view.workers.map((node) => [
        node.node, node.stage, `${node.host}, process ${node.pid}`, node.state, time(node.seen),
        node.owns.map((owned) => `${owned.partition} (epoch ${owned.epoch})`).join(', ')])),
      table('Partitions', ['Partition', 'Owner', 'Epoch', 'State', 'Spilled', 'Journal', 'Snapshot'],
        view.partitions.map((each) => [
          each.partition, each.owner ?? null, each.epoch, size(each.stateBytes), size(each.spilledBytes),
          size(each.journalBytes), each.owner ? `${Math.round(each.snapshotAgeMillis / 1000)} s ago` : null])));
    await pause(signal);
  }
}

async function show() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const [page, id] = location.hash.slice(1).split('/');
  say('');
  try {
    await (page === 'job' ? job(id, signal) : page === 'workers' ? workers(signal) : jobs(signal));
  } catch (error) {
    if (!signal.aborted) say(error.status === 401 ? `${error.message} (enter the token above)` : error.message);
  }
}

document.getElementById('token-form').addEventListener('submit', (submit) => {
  submit.preventDefault();
  const field = document.getElementById('token');
  token.set(field.value.trim());
  field.value = '';
  show();
});
document.getElementById('token-forget').addEventListener('click', () => { token.set(''); show(); });
window.addEventListener('hashchange', show);
show();
