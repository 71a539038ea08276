// Draws a chart as SVG: lines over time, or bars.
import { h, svg } from '/web/dom.js';
import { digits, short } from '/web/format.js';
import { instant, ticks } from '/web/chart.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [880, 300, 64, 16, 14, 34];
const ROW = 30;

function scale(from, to, low, high) {
  return (value) => low + ((value - from) / (to - from || 1)) * (high - low);
}

function frame(name, height) {
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, class: 'chart', role: 'img', 'aria-label': name });
}

const exact = (value) => digits(String(Number(value.toFixed(6))));

/** A box beside the pointer. */
function tooltip(picture) {
  const box = h('div', { class: 'tip', hidden: true });
  return {
    box,
    show(x, y, lines) {
      box.replaceChildren(...lines.map((line, index) => h(index === 0 ? 'b' : 'span', {}, line)));
      box.hidden = false;
      const shown = picture.getBoundingClientRect();
      box.style.left = `${Math.min(shown.width - box.offsetWidth - 4, Math.max(4, (x / WIDTH) * shown.width + 12))}px`;
      box.style.top = `${Math.max(0, (y / picture.viewBox.baseVal.height) * shown.height - 12)}px`;
    },
    hide() { box.hidden = true; },
  };
}

function horizontal(picture, marks, y) {
  for (const mark of marks) {
    picture.append(svg('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark), class: mark === 0 ? 'base' : 'rule' }),
      svg('text', { x: LEFT - 10, y: y(mark) + 4, class: 'tick', 'text-anchor': 'end' }, short(mark)));
  }
}

export function lines(name, data, column) {
  const picture = frame(name, HEIGHT);
  const times = data.labels.map((label) => instant(label, column.type));
  const values = data.series.flatMap((series) => series.values).filter((value) => value !== null);
  const least = Math.min(0, ...values);
  const marks = ticks(least, Math.max(0, ...values));
  const x = scale(times[0], times.at(-1), LEFT + 8, WIDTH - RIGHT - 8);
  const y = scale(marks[0], marks.at(-1), HEIGHT - BOTTOM, TOP);
  horizontal(picture, marks, y);
  const every = Math.ceil(data.labels.length / 8);
  data.labels.forEach((label, index) => {
    if (index % every === 0) picture.append(svg('text', { x: x(times[index]), y: HEIGHT - 10, class: 'tick', 'text-anchor': 'middle' }, label));
  });
  data.series.forEach((series, number) => {
    const shown = series.values.map((value, index) => (value === null ? null : [x(times[index]), y(value)])).filter(Boolean);
    const path = shown.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
    if (data.series.length === 1 && shown.length > 1) {
      picture.append(svg('path', { d: `${path}L${shown.at(-1)[0].toFixed(1)} ${y(0)}L${shown[0][0].toFixed(1)} ${y(0)}Z`, class: 'area c0' }));
    }
    picture.append(svg('path', { d: path, class: `stroke c${number}` }));
    if (shown.length <= 40) shown.forEach(([px, py]) => picture.append(svg('circle', { cx: px.toFixed(1), cy: py.toFixed(1), r: 3, class: `dot c${number}` })));
  });
  const cursor = svg('line', { y1: TOP, y2: HEIGHT - BOTTOM, class: 'cursor', 'data-hover': '', visibility: 'hidden' });
  picture.append(cursor);
  const tip = tooltip(picture);
  picture.addEventListener('pointermove', (event) => {
    const at = ((event.clientX - picture.getBoundingClientRect().left) / picture.getBoundingClientRect().width) * WIDTH;
    const index = times.reduce((best, time, place) => (Math.abs(x(time) - at) < Math.abs(x(times[best]) - at) ? place : best), 0);
    cursor.setAttribute('x1', x(times[index]));
    cursor.setAttribute('x2', x(times[index]));
    cursor.setAttribute('visibility', 'visible');
    tip.show(x(times[index]), TOP, [data.labels[index], ...data.series.filter((series) => series.values[index] !== null)
      .map((series) => `${series.name}: ${exact(series.values[index])}`)]);
  });
  picture.addEventListener('pointerleave', () => {
    cursor.setAttribute('visibility', 'hidden');
    tip.hide();
  });
  return { picture, tip: tip.box };
}

const cut = (label, most) => (label.length > most ? `${label.slice(0, most - 1)}…` : label);

/** Bars that lie, so that their names can be read; the bars of one name stand together. */
export function bars(name, data) {
  const many = data.series.length;
  const row = many === 1 ? ROW : 10 + 13 * many;
  const longest = Math.max(...data.labels.map((label) => label.length));
  const left = Math.min(220, 24 + 7 * longest);
  const height = data.labels.length * row + 12;
  const picture = frame(name, height);
  const values = data.series.flatMap((series) => series.values).filter((value) => value !== null);
  const [least, largest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const x = scale(least, largest, left, WIDTH - 84);
  const tip = tooltip(picture);
  data.labels.forEach((label, place) => {
    const top = 6 + place * row;
    picture.append(svg('text', { x: left - 10, y: top + row / 2 + 4, class: 'tick label', 'text-anchor': 'end' }, svg('title', {}, label), cut(label, 28)));
    data.series.forEach((series, number) => {
      const value = series.values[place];
      if (value === null) return;
      const [thick, at] = many === 1 ? [20, top + 5] : [11, top + 5 + 13 * number];
      const from = Math.min(x(0), x(value));
      const bar = svg('rect', { x: from.toFixed(1), y: at, width: Math.max(1, Math.abs(x(value) - x(0))).toFixed(1), height: thick, rx: 3, class: `bar c${number}` });
      bar.addEventListener('pointerenter', () => tip.show(x(value), at, [label, `${series.name}: ${exact(value)}`]));
      bar.addEventListener('pointerleave', tip.hide);
      picture.append(bar, svg('text', { x: Math.max(x(0), x(value)) + 7, y: at + thick / 2 + 4, class: 'tick' }, short(value)));
    });
  });
  picture.append(svg('line', { x1: x(0), x2: x(0), y1: 2, y2: height - 6, class: 'base' }));
  return { picture, tip: tip.box };
}
