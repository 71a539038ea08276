// What happened when: files, stages, partitions, waits and takeovers, each a bar on one axis of time.
import { attribute, h, hide, keyed, style, text } from '/web/dom.js';
import { bytes, count, digits, duration } from '/web/format.js';
import { stageWords } from '/web/stages.js';

const PARTS_MAX = 24;
const ROWS_MAX = 200;
const TICKS = 5;
const at = (instant) => (instant ? Date.parse(instant) : undefined);

export function timelinePanel() {
  const axis = h('div', { class: 'axis', 'aria-hidden': 'true' });
  const rows = h('ol', { class: 'waterfall' });
  const note = h('p', { class: 'quiet', hidden: true });
  const empty = h('p', { class: 'quiet' }, 'Nothing has happened yet.');
  return {
    node: h('section', { class: 'card', 'aria-label': 'Timeline' }, h('h2', {}, 'Timeline'), empty, note, rows, axis),
    update(profile) {
      if (!profile) return;
      const bars = barsOf(profile).slice(0, ROWS_MAX);
      const from = Math.min(...bars.map((bar) => bar.from));
      const to = Math.max(from + 1, ...bars.map((bar) => bar.to));
      hide(empty, bars.length > 0);
      const isCut = (profile.partsTotal ?? 0) > profile.parts.length;
      text(note, isCut ? `Of ${count(profile.partsTotal, 'file')}, the first ${digits(profile.parts.length)} are shown.` : '');
      hide(note, !isCut);
      keyed(rows, bars.map((bar) => ({ ...bar, axis: { from, long: to - from } })), (bar) => bar.key, rowOf);
      const ticks = bars.length === 0 ? [] : Array.from({ length: TICKS + 1 }, (_, index) => ({ index, millis: ((to - from) * index) / TICKS }));
      keyed(axis, ticks, (tick) => tick.index, () => {
        const node = h('span');
        return { node, update: (tick) => text(node, tick.index === 0 ? '0' : duration(tick.millis)) };
      });
    },
  };
}

function barsOf(profile) {
  const now = at(profile.finished) ?? Date.now();
  const bars = [...partBars(profile, now)];
  if (profile.sealed && profile.started && at(profile.started) - at(profile.sealed) > 5) {
    bars.push({ key: 'gate', kind: 'wait', label: 'wait to begin', from: at(profile.sealed), to: at(profile.started), words: 'sealed, not started' });
  }
  for (const stage of profile.stages) {
    if (!stage.first) continue;
    const cost = (each) => [each.rows === undefined || each.rows === null ? null : count(each.rows, 'row'), each.cpuMillis ? `${duration(each.cpuMillis)} of processor` : null].filter(Boolean).join(', ');
    bars.push({ key: stage.stage, kind: 'stage', label: stageWords(stage.stage), from: at(stage.first), to: at(stage.last) ?? now, words: cost(stage) });
    for (const each of stage.partitions.filter((partition) => partition.first)) {
      const marks = profile.takeovers.filter((move) => move.partition === each.partition).map((move) => ({
        key: move.at, from: at(move.at) - (move.millis ?? 0), to: at(move.at), words: `moved from ${move.from} to ${move.to}${move.millis === null || move.millis === undefined ? ' while the gateway was away' : `, back within ${duration(move.millis)}`}`,
      }));
      bars.push({ key: each.partition, kind: 'partition', label: each.partition, from: at(each.first), to: at(each.last) ?? now, words: cost(each), marks });
    }
  }
  profile.waits.forEach((wait, index) => bars.push({
    key: `wait-${index}`, kind: 'wait', label: `${stageWords(wait.stage)} waits`, from: at(wait.from), to: at(wait.to) ?? now, words: wait.what,
  }));
  return bars.filter((bar) => bar.from !== undefined && !Number.isNaN(bar.from));
}

/** A bar for each file, or for each table where there are many. */
function partBars(profile, now) {
  const parts = profile.parts.filter((part) => part.started);
  if (parts.length <= PARTS_MAX) {
    return parts.map((part) => ({
      key: `${part.table}/${part.name}`, kind: 'part', label: part.name, from: at(part.started), to: at(part.finished) ?? now,
      words: `${digits(part.rows)} rows, ${bytes(part.bytes)}`,
    }));
  }
  return [...Map.groupBy(parts, (part) => part.table)].map(([table, files]) => ({
    key: `table ${table}`, kind: 'part', label: table, from: Math.min(...files.map((part) => at(part.started))),
    to: Math.max(...files.map((part) => at(part.finished) ?? now)),
    words: `${count(files.length, 'file')}, ${digits(files.reduce((total, part) => total + part.rows, 0))} rows, ${bytes(files.reduce((total, part) => total + part.bytes, 0))}`,
  }));
}

function rowOf() {
  const label = h('span', { class: 'bar-label' });
  const bar = h('span', { class: 'bar' });
  const words = h('span', { class: 'bar-words quiet' });
  const track = h('span', { class: 'bar-track' }, bar);
  const marks = h('span', { class: 'marks' });
  track.append(marks);
  const place = (node, from, to, axis) => {
    style(node, 'left', `${(100 * (from - axis.from)) / axis.long}%`);
    style(node, 'width', `${Math.max(0.4, (100 * (to - from)) / axis.long)}%`);
  };
  const node = h('li', {}, label, track, words);
  return {
    node,
    update(item) {
      attribute(node, 'data-kind', item.kind);
      text(label, item.label);
      attribute(label, 'title', item.label);
      place(bar, item.from, item.to, item.axis);
      text(words, `${duration(item.to - item.from)}${item.words ? ` · ${item.words}` : ''}`);
      attribute(words, 'title', words.textContent);
      keyed(marks, item.marks ?? [], (mark) => mark.key, () => {
        const made = h('span', { class: 'crash', role: 'img' });
        return { node: made, update: (mark) => {
          place(made, mark.from, mark.to, item.axis);
          attribute(made, 'aria-label', mark.words);
          attribute(made, 'title', mark.words);
        } };
      });
    },
  };
}
