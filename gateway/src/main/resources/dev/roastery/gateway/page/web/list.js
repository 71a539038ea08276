// The jobs: found by state and by words, newest first, and as many as the user asks for.
import { get } from '/web/api.js';
import { repeat } from '/web/connection.js';
import { attribute, h, hide, keyed, style, text } from '/web/dom.js';
import { count, duration, isOver, shortId, since, stateWords, titleOf, took } from '/web/format.js';
import { stateMark } from '/web/state.js';

const PAGE = 50;
const MOST = 500;
const STATES = ['CREATED', 'UPLOADING', 'WAITING_FOR_APPROVAL', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED'];

export async function listScreen(main, signal) {
  const find = { state: '', q: '', limit: PAGE };
  const wake = () => main.dispatchEvent(new Event('wake'));
  const search = h('input', {
    type: 'search', id: 'search', placeholder: 'Name, id or question', autocomplete: 'off',
    oninput: () => { find.q = search.value.trim(); find.limit = PAGE; wake(); },
  });
  const state = h('select', {
    id: 'state', onchange: () => { find.state = state.value; find.limit = PAGE; wake(); },
  }, h('option', { value: '' }, 'Every state'), STATES.map((each) => h('option', { value: each }, stateWords(each))));
  const list = h('ul', { class: 'jobs', 'aria-label': 'Jobs, newest first' });
  const none = h('p', { class: 'quiet', hidden: true }, 'No job is like that.');
  const more = h('button', { type: 'button', hidden: true, onclick: () => {
    find.limit = Math.min(MOST, find.limit + 2 * PAGE);
    wake();
  } }, 'Show more');
  const tools = h('div', { class: 'row tools', role: 'search' },
    h('label', { for: 'search', class: 'unseen' }, 'Find'), search,
    h('label', { for: 'state', class: 'unseen' }, 'State'), state);
  const first = welcome();
  main.append(h('div', { class: 'head' }, h('h1', {}, 'Jobs'), tools), first, list, none, h('p', {}, more));

  await repeat(signal, async () => {
    const asked = `${find.state}/${find.q}/${find.limit}`;
    const wanted = { limit: find.limit, state: find.state, q: find.q };
    const parameters = Object.entries(wanted).filter(([, value]) => value)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const page = await get(`/v1/jobs?${parameters}`, signal);
    if (asked !== `${find.state}/${find.q}/${find.limit}`) return 0;
    keyed(list, page.jobs, (job) => job.id, row);
    const isEmpty = page.jobs.length === 0;
    const isAll = !find.state && !find.q;
    hide(first, !(isEmpty && isAll));
    hide(tools, isEmpty && isAll);
    hide(none, !isEmpty || isAll);
    hide(more, !page.next || find.limit >= MOST);
    main.setAttribute('aria-busy', 'false');
    return page.jobs.some((job) => !isOver(job.state)) ? 1000 : 3000;
  }, main);
}

function welcome() {
  return h('section', { class: 'welcome card', hidden: true, 'aria-label': 'Begin' },
    h('h2', {}, 'From files to a report'),
    h('p', {}, 'Drop CSV files, ask a question in SQL, and get an exact answer: each row counted once, even if a worker dies on the way.'),
    h('div', { class: 'row' },
      h('a', { class: 'button primary', href: '#new' }, 'Choose files'),
      h('a', { class: 'button', href: '#new/sample' }, 'Try with sample data')));
}

function row(first) {
  const state = stateMark();
  const name = h('a', { class: 'name', href: `#job/${first.id}` });
  const bar = h('span', { class: 'fill' });
  const track = h('span', { class: 'track', 'aria-hidden': 'true' }, bar);
  const [age, long, rows, reason] = ['age', 'long', 'rows', 'reason'].map((kind) => h('span', { class: kind }));
  const questions = h('span', { class: 'questions' });
  const node = h('li', { 'data-id': first.id },
    h('span', { class: 'what' }, name, questions), state.node, rows, long, age,
    h('code', { class: 'id', title: first.id }, shortId(first.id)), reason, track);
  return {
    node,
    update(job) {
      text(name, titleOf(job));
      text(questions, job.queries.join(', '));
      state.update(job.state);
      text(rows, count(job.rows ?? 0, 'row'));
      text(long, duration(took(job)));
      text(age, since(job.created));
      attribute(age, 'title', new Date(job.created).toLocaleString());
      text(reason, job.reason ?? '');
      attribute(reason, 'data-kind', ['CANCELLED', 'CANCELLING'].includes(job.state) || !job.reason ? 'idle' : 'bad');
      hide(reason, !job.reason);
      hide(track, isOver(job.state));
      style(bar, 'width', `${job.percent ?? job.progress?.percent ?? 0}%`);
      if (job.rejected > 0 && !job.reason) {
        text(reason, `${count(job.rejected, 'row')} skipped`);
        hide(reason, false);
      }
    },
  };
}
