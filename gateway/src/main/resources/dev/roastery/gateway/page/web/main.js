// The frame: which screen is shown, its colours, and who is signed in.
import { token } from '/web/api.js';
import { say } from '/web/dialog.js';
import { h, hide } from '/web/dom.js';
import { errorSentence } from '/web/format.js';
import { jobScreen } from '/web/job.js';
import { listScreen } from '/web/list.js';
import { startScreen } from '/web/start.js';
import { workersScreen } from '/web/workers.js';

const SCREENS = { jobs: listScreen, new: startScreen, job: jobScreen, workers: workersScreen };
const TITLES = { jobs: 'Jobs', new: 'New report', job: 'Job', workers: 'Workers' };
const main = document.getElementById('main');
const signOut = document.getElementById('sign-out');
let leave = new AbortController();
let shown = '';

function signIn(words) {
  const field = h('input', { id: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false' });
  const use = (submit) => {
    submit.preventDefault();
    token.set(field.value.trim());
    show();
  };
  main.replaceChildren(h('form', { class: 'card narrow', onsubmit: use },
    h('h1', {}, 'Sign in'),
    h('p', { class: 'quiet' }, words),
    h('label', { for: 'token' }, 'Token'), field,
    h('div', { class: 'row end' }, h('button', { class: 'primary' }, 'Sign in'))));
  field.focus();
}

function failed(error) {
  if (error.status === 401) {
    signIn(token.get() ? 'The gateway does not accept this token.' : 'This gateway asks for a token.');
    return;
  }
  main.replaceChildren(h('div', { class: 'card narrow' },
    h('h1', {}, error.status === 404 ? 'Not found' : 'This did not work'),
    h('p', {}, errorSentence(error)),
    h('p', {}, h('a', { href: '#jobs' }, 'To the list of jobs'))));
}

/** Shows the screen of the address; one that is shown already is told of its new part only. */
async function show() {
  const [name, ...rest] = location.hash.slice(1).split('/');
  if (name === 'main') return;
  const page = SCREENS[name] ? name : 'jobs';
  const screen = `${page}/${page === 'job' ? rest[0] : ''}`;
  hide(signOut, !token.get());
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.page === page) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (screen === shown) {
    main.dispatchEvent(new CustomEvent('part', { detail: rest }));
    return;
  }
  shown = screen;
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  document.title = `${TITLES[page]} · Roastery`;
  say('');
  main.replaceChildren();
  main.setAttribute('aria-busy', 'true');
  try {
    await SCREENS[page](main, signal, ...rest);
  } catch (error) {
    if (signal.aborted) return;
    shown = '';
    failed(error);
    main.setAttribute('aria-busy', 'false');
  }
}

const THEMES = ['', 'dark', 'light'];
const root = document.documentElement;
root.dataset.theme = localStorage.getItem('roastery-theme') ?? '';
document.getElementById('theme').addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? THEMES[2] : THEMES[1];
  localStorage.setItem('roastery-theme', root.dataset.theme);
});
document.getElementById('skip').addEventListener('click', (click) => {
  click.preventDefault();
  main.focus();
});
signOut.addEventListener('click', () => {
  token.set('');
  shown = '';
  show();
});
window.addEventListener('hashchange', show);
show();
