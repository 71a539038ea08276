// The flow as a picture: a box for each partition, from the gateway to the collector, and the lines between them.
import { attribute, h, hide, keyed, style, svg, text } from '/web/dom.js';
import { count, duration, isOver, short } from '/web/format.js';
import { Rates } from '/web/rates.js';
import { FLOW, stageOf, stageSentence, stageWords } from '/web/stages.js';

const LINES_MAX = 64;

/** `known`: job, workers and profile as the gateway tells them. */
export function flowPanel() {
  const rates = new Rates();
  const columns = h('ol', { class: 'flow-stages' });
  const lines = svg('svg', { class: 'flow-lines', 'aria-hidden': 'true' });
  const picture = h('div', { class: 'flow' }, lines, columns);
  const nodes = h('ul', { class: 'flow-workers', 'aria-label': 'Workers' });
  let drawn = '';
  const observer = new ResizeObserver(() => { drawn = ''; connect(); });
  observer.observe(columns);

  /** Curves from each box of a stage to each of the next one. */
  function connect() {
    const stages = [...columns.children].map((column) => [...column.querySelectorAll('.box')]);
    const frame = picture.getBoundingClientRect();
    if (frame.width === 0) return;
    const places = stages.map((boxes) => boxes.map((box) => box.getBoundingClientRect()));
    const wanted = JSON.stringify([frame.width, places.map((boxes) => boxes.map((box) => [box.left - frame.left, box.top - frame.top, box.height]))]);
    if (wanted === drawn) return;
    drawn = wanted;
    const found = [];
    for (let stage = 0; stage + 1 < places.length; stage++) {
      const isDown = places[stage][0].left >= places[stage + 1][0].left - 4;
      const all = places[stage].flatMap((from, one) => places[stage + 1].map((to, other) => ({ from, to, key: `${stage}-${one}-${other}`, stage })));
      found.push(...all.slice(0, LINES_MAX).map((each) => ({ ...each, isDown, frame })));
    }
    keyed(lines, found, (each) => each.key, () => {
      const node = svg('path', { class: 'line' });
      return { node, update: (each) => {
        attribute(node, 'd', curve(each));
        attribute(node, 'data-stage', each.stage);
      } };
    });
  }

  return {
    node: h('section', { class: 'card', 'aria-label': 'Flow' }, h('h2', {}, 'Flow'), picture, nodes),
    update({ job, workers, profile }, moves) {
      const stages = pictured(job, workers, profile, moves, rates);
      keyed(columns, stages, (stage) => stage.stage, stageColumn);
      keyed(nodes, workers.workers.filter((each) => each.state !== 'stopped'), (each) => each.node, workerChip);
      connect();
      stages.forEach((stage, index) => {
        for (const line of lines.querySelectorAll(`[data-stage="${index}"]`)) line.classList.toggle('busy', stage.isBusy);
      });
    },
  };
}

function curve({ from, to, isDown, frame }) {
  if (isDown) {
    const [x1, y1, x2, y2] = [from.left + from.width / 2, from.bottom, to.left + to.width / 2, to.top];
    return `M${x1 - frame.left} ${y1 - frame.top}L${x2 - frame.left} ${y2 - frame.top}`;
  }
  const [x1, y1, x2, y2] = [from.right - frame.left, from.top + from.height / 2 - frame.top, to.left - frame.left, to.top + to.height / 2 - frame.top];
  const bend = (x2 - x1) / 2;
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

/** What the picture shows: the stages in the order of the flow, each with its boxes. */
function pictured(job, workers, profile, moves, rates) {
  const names = new Map(workers.workers.map((each) => [each.node, each.name ?? each.node]));
  const cluster = new Map(workers.partitions.map((each) => [each.partition, each]));
  const profiled = new Map((profile?.stages ?? []).flatMap((stage) => stage.partitions.map((each) => [each.partition, each])));
  const over = isOver(job.state);
  const progress = new Map(job.progress.stages.map((stage) => [stage.stage, stage]));
  const wanted = [...new Set([...job.progress.stages.map((each) => each.stage), ...workers.partitions.map((each) => stageOf(each.partition))])]
    .sort((one, other) => FLOW.indexOf(one) - FLOW.indexOf(other));
  const stages = wanted.map((stage) => {
    const shares = new Map((progress.get(stage)?.shares ?? []).map((each) => [each.partition, each]));
    const partitions = [...new Set([...shares.keys(), ...[...cluster.keys()].filter((each) => stageOf(each) === stage)])]
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    const boxes = partitions.map((partition) => {
      const [share, seen, spent, move] = [shares.get(partition), cluster.get(partition), profiled.get(partition), moves.get(partition)];
      const received = Number(share?.received ?? spent?.batches ?? 0);
      const expected = share?.expected ?? undefined;
      const rowsRate = spent?.rows === undefined || spent.rows === null ? undefined : rates.of(`rows-${partition}`, Number(spent.rows));
      const batchRate = rates.of(`batches-${partition}`, received);
      return {
        partition, received, expected, move, over,
        rows: spent?.rows ?? undefined, rate: over ? undefined : rowsRate ?? batchRate, unit: rowsRate === undefined ? 'batches' : 'rows',
        owner: seen?.owner ? names.get(seen.owner) ?? seen.owner : undefined,
        lostName: move ? names.get(move.from) ?? move.from : undefined,
        backlog: seen?.backlog ?? undefined,
      };
    });
    return { stage, boxes, isBusy: boxes.some((box) => box.rate > 0) };
  });
  const isReading = job.state === 'UPLOADING';
  const rate = rates.of('gateway', Number(job.rows ?? 0));
  return [{
    stage: 'gateway', isBusy: isReading, boxes: [{
      partition: 'gateway', received: job.bytes ?? 0, expected: job.expectedBytes ?? undefined, over, rows: job.rows,
      rate: over || !isReading ? undefined : rate, unit: 'rows', owner: names.get(workers.workers.find((each) => each.stage === 'gateway')?.node),
    }],
  }, ...stages];
}

function stageColumn(first) {
  const boxes = h('ul', { class: 'boxes' });
  return {
    node: h('li', { class: 'flow-stage', title: stageSentence(first.stage) },
      h('div', { class: 'flow-title' }, h('b', {}, stageWords(first.stage)), h('span', { class: 'quiet' }, first.stage)), boxes),
    update: (stage) => { keyed(boxes, stage.boxes, (each) => each.partition, partitionBox); },
  };
}

function partitionBox(first) {
  const owner = h('span', { class: 'owner' });
  const numbers = h('span', { class: 'numbers' });
  const rate = h('span', { class: 'rate' });
  const fill = h('span', { class: 'fill' });
  const told = h('p', { class: 'told', hidden: true });
  const node = h('li', { class: 'box', 'data-partition': first.partition }, h('b', {}, first.partition), owner,
    h('span', { class: 'track', 'aria-hidden': 'true' }, fill), numbers, rate, told);
  return {
    node,
    update(box) {
      const isLost = box.move?.kind === 'lost' || (!box.owner && box.partition !== 'gateway');
      attribute(node, 'data-state', isLost ? 'lost' : box.move ? 'back' : box.over ? 'done' : box.rate > 0 ? 'busy' : 'idle');
      text(owner, isLost && box.lostName ? box.lostName : box.owner ?? 'no worker');
      const share = box.expected ? box.received / box.expected : box.expected === 0 || box.over ? 1 : 0;
      style(fill, 'width', `${Math.round(100 * Math.min(1, share))}%`);
      text(numbers, box.rows !== undefined ? count(box.rows, 'row') : count(box.received, 'batch', 'batches'));
      text(rate, [box.rate > 0 && !isLost ? `${short(box.rate)} ${box.unit}/s` : null,
        box.backlog > 0 ? `${short(box.backlog)} waiting` : null].filter(Boolean).join(' · '));
      const long = box.move?.millis === undefined ? 'a moment' : duration(box.move.millis);
      const back = box.move?.unseen ? 'Moved while the gateway was away' : `Back within ${long}`;
      text(told, isLost ? (box.move ? 'This worker is gone' : 'Waits for a worker') : `${back}; nothing counted twice`);
      attribute(told, 'title', box.move ? `${box.lostName} owned it before` : undefined);
      hide(told, !isLost && !box.move);
    },
  };
}

function workerChip() {
  const [name, state] = [h('span'), h('small')];
  const node = h('li', { class: 'chip' }, name, state);
  return {
    node,
    update(worker) {
      text(name, worker.name ?? worker.node);
      text(state, worker.state === 'alive' && worker.cpu !== undefined && worker.cpu !== null ? `${Math.round(100 * worker.cpu)} %` : worker.state);
      attribute(node, 'data-kind', worker.state === 'lost' ? 'bad' : undefined);
    },
  };
}
