// The files of a job, a page at a time.
import { get, jobPath } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { attribute, h, hide, keyed, text } from '/web/dom.js';
import { bytes, count, digits } from '/web/format.js';

const PAGE = 100;
const HEADS = ['Table', 'File', 'Bytes', 'Rows', 'Skipped', 'State'];

export function filesPanel(id, signal) {
  const body = h('tbody');
  const facts = h('p', { class: 'quiet' });
  const places = [''];
  let isBusy = false;
  let isOld = false;
  let next = null;
  const page = h('span', { class: 'quiet' });
  /** What comes after the page that is chosen is not known before it is loaded. */
  const turn = (step) => () => {
    step();
    next = null;
    load();
  };
  const back = h('button', { type: 'button', onclick: turn(() => places.pop()) }, 'Back');
  const on = h('button', { type: 'button', onclick: turn(() => { if (next !== null) places.push(next); }) }, 'More');
  const heads = HEADS.map((name, index) => h('th', { scope: 'col', class: index > 1 && index < 5 ? 'number' : '' }, name));
  const node = h('section', { class: 'card', 'aria-label': 'Files', hidden: true }, h('h2', {}, 'Files'), facts,
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Files of the job' },
      h('table', { class: 'grid' }, h('thead', {}, h('tr', {}, heads)), body)),
    h('div', { class: 'row' }, back, on, page));

  /** Loads the page that is chosen, and once more if that was changed in the meantime. */
  async function load() {
    isOld = true;
    if (isBusy) return;
    isBusy = true;
    while (isOld && !signal.aborted) {
      isOld = false;
      await loadPage(places.at(-1));
    }
    isBusy = false;
  }

  async function loadPage(after) {
    try {
      const answer = await steadily(signal, () => get(`${jobPath(id)}/parts?limit=${PAGE}${after === '' ? '' : `&after=${after}`}`, signal));
      if (after !== places.at(-1)) return;
      next = answer.next ?? null;
      keyed(body, answer.parts, (part) => `${part.table}/${part.name}`, row);
      hide(back, places.length === 1);
      hide(on, next === null);
      text(page, places.length > 1 || next !== null ? `page ${places.length}` : '');
    } catch (error) {
      if (!signal.aborted) text(facts, error.message);
    }
  }

  let seen = '';
  return {
    node,
    update({ job }) {
      text(facts, `${digits(job.partsComplete ?? 0)} of ${count(job.partsTotal ?? 0, 'file')} complete.`);
      const version = `${job.bytes}/${job.partsComplete}/${job.state}`;
      if (version !== seen) {
        seen = version;
        load();
      }
    },
  };
}

function row() {
  const cells = HEADS.map((_, index) => h('td', { class: index > 1 && index < 5 ? 'number' : '' }));
  return {
    node: h('tr', {}, cells),
    update(part) {
      [part.table, part.name, bytes(part.bytes), digits(part.rows), digits(part.rejected), part.complete ? 'complete' : 'coming in']
        .forEach((value, index) => text(cells[index], value));
      attribute(cells[5], 'data-kind', part.complete ? 'good' : undefined);
    },
  };
}
