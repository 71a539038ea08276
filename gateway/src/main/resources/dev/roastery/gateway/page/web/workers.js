// The processes that do the work, and the partitions that they own.
import { get } from '/web/api.js';
import { repeat } from '/web/connection.js';
import { attribute, h, hide, keyed, style, text } from '/web/dom.js';
import { ago, bytes, count, digits, duration, short } from '/web/format.js';
import { stageOf, stageWords } from '/web/stages.js';

const HEADS = ['Partition', 'Owner', 'Epoch', 'Waiting', 'State', 'Spilled', 'Journal', 'Snapshot'];

export async function workersScreen(main, signal) {
  const cards = h('ul', { class: 'workers', 'aria-label': 'Workers' });
  const summary = h('p', { class: 'quiet' });
  const body = h('tbody');
  const heads = HEADS.map((name, index) => h('th', { scope: 'col', class: index > 1 ? 'number' : '' }, name));
  main.append(h('div', { class: 'head' }, h('h1', {}, 'Workers')), summary, cards,
    h('h2', {}, 'Partitions'),
    h('p', { class: 'quiet' }, 'A partition has one owner at a time. If its owner dies, another worker takes it over, with all that it had counted.'),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Partitions' },
      h('table', { class: 'grid' }, h('thead', {}, h('tr', {}, heads)), body)));

  await repeat(signal, async () => {
    const view = await get('/v1/workers', signal);
    const owned = Map.groupBy(view.partitions, (each) => each.owner);
    const names = new Map(view.workers.map((each) => [each.node, each.name ?? each.node]));
    const alive = view.workers.filter((each) => each.state === 'alive').length;
    const orphans = view.partitions.filter((each) => !each.owner).length;
    text(summary, `${count(alive, 'worker')} alive; ${count(view.partitions.length, 'partition')}, ${
      orphans ? `${orphans} of them without an owner` : 'each with an owner'}.`);
    attribute(summary, 'data-kind', orphans ? 'bad' : undefined);
    keyed(cards, view.workers.map((worker) => ({ worker, owns: owned.get(worker.node) ?? [] })),
      (item) => item.worker.node, card);
    keyed(body, view.partitions.map((each) => ({ ...each, name: names.get(each.owner) })),
      (each) => each.partition, partitionRow);
    main.setAttribute('aria-busy', 'false');
    return 1500;
  });
}

function gauge(label) {
  const value = h('b', {});
  const fill = h('span', { class: 'fill' });
  const track = h('span', { class: 'track', 'aria-hidden': 'true' }, fill);
  return {
    node: h('div', { class: 'gauge' }, h('span', { class: 'quiet' }, label), value, track),
    update(words, share) {
      text(value, words);
      hide(track, share === undefined);
      style(fill, 'width', `${Math.round(100 * Math.min(1, share ?? 0))}%`);
      attribute(fill, 'data-kind', share > 0.9 ? 'bad' : undefined);
    },
  };
}

const sum = (list, member) => list.reduce((total, each) => total + (each[member] ?? 0), 0);
const share = (part, whole) => (part === undefined || part === null || !whole ? undefined : part / whole);

function card(first) {
  const name = h('h2', { class: 'name', title: first.worker.node });
  const state = h('span', { class: 'mark' });
  const seen = h('span', { class: 'quiet' });
  const owns = h('p', { class: 'owns quiet' });
  const [cpu, heap, budget] = [gauge('Processor'), gauge('Memory'), gauge('Job memory')];
  const [rate, stateBytes, journal] = [gauge('Rate'), gauge('State'), gauge('Journal')];
  return {
    node: h('li', { class: 'card worker' }, h('div', { class: 'row' }, name, state, h('span', { class: 'grow' }), seen),
      h('div', { class: 'gauges' }, rate.node, cpu.node, heap.node, budget.node, stateBytes.node, journal.node), owns),
    update({ worker, owns: partitions }) {
      text(name, worker.name ?? worker.node);
      text(state, worker.state);
      attribute(state, 'data-kind', { alive: 'good', lost: 'bad' }[worker.state] ?? 'idle');
      text(seen, ago(Date.now() - Date.parse(worker.seen)));
      cpu.update(worker.cpu === undefined || worker.cpu === null ? '–' : `${Math.round(100 * worker.cpu)} %`, worker.cpu ?? undefined);
      heap.update(of(worker.heapBytes, worker.heapMaxBytes), share(worker.heapBytes, worker.heapMaxBytes));
      budget.update(of(worker.budgetUsedBytes, worker.budgetBytes), share(worker.budgetUsedBytes, worker.budgetBytes));
      stateBytes.update(bytes(sum(partitions, 'stateBytes')));
      journal.update(bytes(sum(partitions, 'journalBytes')));
      rate.update(rateOf(worker));
      text(owns, partitions.length
        ? `Owns ${partitions.map((each) => each.partition).join(', ')} · up for ${duration(Date.now() - Date.parse(worker.started))}`
        : `Owns nothing at the moment · ${worker.host}, process ${worker.pid}`);
    },
  };
}

/** What its stages were given: rows, and bytes as they travel. */
const rateOf = (worker) => (worker.rowsPerSecond === undefined || worker.rowsPerSecond === null ? '–'
  : `${short(worker.rowsPerSecond)} rows/s${worker.bytesPerSecond > 0 ? ` · ${bytes(worker.bytesPerSecond)}/s` : ''}`);

const of = (part, whole) => (part === undefined || part === null ? '–' : `${bytes(part)}${whole ? ` of ${bytes(whole)}` : ''}`);

function partitionRow(first) {
  const cells = HEADS.map((_, index) => h('td', { class: index > 1 ? 'number' : '' }));
  const stage = h('span', { class: 'quiet' }, ` ${stageWords(stageOf(first.partition))}`);
  cells[0].append(first.partition, stage);
  return {
    node: h('tr', { 'data-partition': first.partition }, cells),
    update(each) {
      text(cells[1], each.name ?? each.owner ?? 'none');
      attribute(cells[1], 'data-kind', each.owner ? undefined : 'bad');
      text(cells[2], each.epoch);
      text(cells[3], each.backlog === undefined || each.backlog === null ? '–' : short(each.backlog));
      attribute(cells[3], 'title', each.backlog ? `${digits(each.backlog)} messages in its queue` : undefined);
      [each.stateBytes, each.spilledBytes, each.journalBytes].forEach((size, index) => text(cells[4 + index], bytes(size)));
      text(cells[7], each.owner && each.snapshotAgeMillis !== undefined ? ago(each.snapshotAgeMillis) : '–');
    },
  };
}
