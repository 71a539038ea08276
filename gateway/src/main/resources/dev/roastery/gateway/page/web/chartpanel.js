// The chart of a result, and what the user may change of it.
import { choose, isAmount, points } from '/web/chart.js';
import { h, uid } from '/web/dom.js';
import { errorSentence } from '/web/format.js';
import { say } from '/web/dialog.js';
import { bars, lines } from '/web/plot.js';
import { savePng, saveSvg } from '/web/save.js';

/** The elements of the chart; none where a chart says no more than the table. */
export function chartPanel(name, data) {
  const spec = choose(data);
  if (spec === null) return [];
  const place = h('div', { class: 'plot' });
  const legend = h('ul', { class: 'legend' });
  const note = h('p', { class: 'quiet' });
  let picture;

  function draw() {
    const found = points(data, spec);
    const title = `${data.columns[spec.y].name} by ${data.columns[spec.x].name}`;
    const made = spec.kind === 'line' ? lines(title, found, data.columns[spec.x]) : bars(title, found);
    picture = made.picture;
    place.replaceChildren(made.picture, made.tip);
    legend.replaceChildren(...(found.series.length > 1 ? found.series.map((series, index) => h('li', { class: `c${index}` }, series.name)) : []));
    note.textContent = [found.left > 0 ? `The ${spec.kind === 'line' ? 'last' : 'largest'} ${found.labels.length}; ${found.left} more are in the table.` : '',
      found.leftSeries > 0 ? `${found.leftSeries} smaller ones are not drawn.` : ''].filter(Boolean).join(' ');
    note.hidden = !note.textContent;
  }

  const amounts = data.columns.map((column, index) => ({ column, index })).filter(({ column, index }) => isAmount(column) && index !== spec.x);
  const id = uid('amount');
  const pick = h('select', { id, onchange: () => { spec.y = Number(pick.value); draw(); } },
    amounts.map(({ column, index }) => h('option', { value: index }, column.name)));
  pick.value = String(spec.y);
  const save = (label, way) => h('button', { type: 'button', class: 'plain', 'aria-label': `Save the chart of ${name} as ${label}`,
    onclick: () => Promise.resolve(way(picture, name)).catch((error) => say(errorSentence(error))) }, label);
  draw();
  return [h('figure', { 'aria-label': `Chart of ${name}` },
    h('div', { class: 'row' }, amounts.length > 1 ? [h('label', { for: id, class: 'quiet' }, 'Shows'), pick] : [], legend, h('span', { class: 'grow' }), save('SVG', saveSvg), save('PNG', savePng)),
    place, note)];
}
