// What has happened to a job, newest first; events of one kind that follow each other are one line until it is opened.
import { get, jobPath } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { attribute, h, hide, keyed, text, uid } from '/web/dom.js';
import { clock, digits, errorSentence } from '/web/format.js';

const OLDER = 500;
const GROUPS_SHOWN = 100;
const ROWS_SHOWN = 100;
const FOLDED_FROM = 3;
const BAD = ['failing', 'failed', 'stalled', 'rows_rejected', 'part_refused', 'notify_failed', 'delivery_failed'];
const kindWords = (kind) => kind.replaceAll('_', ' ');

/** Files begin and end in turn while several come in at once: they are one kind here. */
const family = (kind) => (kind === 'part_started' || kind === 'part_completed' ? 'files' : kind);

export function eventsPanel(id, signal) {
  const known = new Map();
  let shown = GROUPS_SHOWN;
  let isAll = false;
  const [kindId, wordsId] = [uid('kind'), uid('words')];
  const kinds = h('select', { id: kindId, onchange: () => draw() });
  const words = h('input', { id: wordsId, type: 'search', placeholder: 'Words in the events', autocomplete: 'off', oninput: () => draw() });
  const list = h('ol', { class: 'events' });
  const facts = h('p', { class: 'quiet', 'aria-live': 'polite' });
  const older = h('button', { type: 'button', hidden: true, onclick: more }, 'Older events');
  const node = h('section', { class: 'card', 'aria-label': 'Events', hidden: true }, h('div', { class: 'head' }, h('h2', {}, 'Events'),
    h('div', { class: 'row tools' }, h('label', { for: kindId, class: 'unseen' }, 'Kind'), kinds, h('label', { for: wordsId, class: 'unseen' }, 'Find'), words)),
  facts, list, h('p', {}, older));

  async function load() {
    const oldest = Math.min(...known.keys());
    const page = await steadily(signal, () => get(`${jobPath(id)}/events?limit=${OLDER}&before=${oldest}`, signal));
    page.events.forEach((event) => known.set(event.seq, event));
    isAll = page.events.length < OLDER;
  }

  async function more() {
    older.disabled = true;
    try {
      const before = groups().length;
      shown += GROUPS_SHOWN;
      if (!isAll && before < shown) await load();
      draw();
    } catch (error) {
      if (!signal.aborted) text(facts, errorSentence(error));
    }
    older.disabled = false;
  }

  function groups() {
    const wanted = words.value.trim().toLowerCase();
    const events = [...known.values()].sort((one, other) => other.seq - one.seq)
      .filter((event) => (!kinds.value || event.kind === kinds.value) && (!wanted || event.text.toLowerCase().includes(wanted)));
    const found = [];
    for (const event of events) {
      const last = found.at(-1);
      if (last && last.kind === family(event.kind)) last.events.push(event);
      else found.push({ kind: family(event.kind), events: [event] });
    }
    return found.flatMap((group) => (group.events.length >= FOLDED_FROM || group.events.length === 1 ? [group]
      : group.events.map((event) => ({ kind: group.kind, events: [event] }))))
      .map((group) => ({ ...group, key: `${group.events.length > 1 ? 'group' : 'event'}-${group.events.at(-1).seq}` }));
  }

  function draw() {
    const all = groups();
    const names = [...new Set([...known.values()].map((event) => event.kind))].sort();
    if (kinds.dataset.names !== names.join()) {
      kinds.dataset.names = names.join();
      const chosen = kinds.value;
      kinds.replaceChildren(h('option', { value: '' }, 'Every kind'), ...names.map((name) => h('option', { value: name }, kindWords(name))));
      kinds.value = chosen;
    }
    keyed(list, all.slice(0, shown), (group) => group.key, (group) => (group.events.length > 1 ? folded(group) : single(group)));
    text(facts, `${digits(known.size)} events, newest first${isAll ? '' : '; there are older ones'}`);
    hide(older, isAll && all.length <= shown);
  }

  return {
    node,
    update({ events }) {
      const newest = Math.max(0, ...known.keys());
      const first = events[0]?.seq ?? 1;
      if (known.size > 0 && first > newest + 1) known.clear(); // so many at once: those between are asked for again
      events.forEach((event) => known.set(event.seq, event));
      isAll = known.has(1) || known.has(0) || events.length === 0;
      draw();
    },
  };
}

function line(event) {
  return h('li', { class: BAD.includes(event.kind) ? 'bad' : '' }, h('time', { datetime: event.at, title: new Date(event.at).toLocaleString() }, clock(event.at)),
    h('span', {}, event.text));
}

const single = (group) => ({ node: line(group.events[0]) });

function folded() {
  const [time, title] = [h('time'), h('span')];
  const rows = h('ol', { class: 'events' });
  let group;
  const draw = () => {
    if (!box.open) return;
    const shown = group.events.slice(0, ROWS_SHOWN).map((event) => ({ key: event.seq, node: event }));
    keyed(rows, shown, (each) => each.key, (each) => ({ node: line(each.node) }));
  };
  const box = h('details', { ontoggle: draw }, h('summary', {}, time, title), rows);
  return {
    node: h('li', {}, box),
    update(item) {
      group = item;
      text(time, clock(group.events[0].at));
      attribute(time, 'datetime', group.events[0].at);
      text(title, `${digits(group.events.length)} × ${kindWords(group.kind)}: ${group.events[0].text}`);
      draw();
    },
  };
}
