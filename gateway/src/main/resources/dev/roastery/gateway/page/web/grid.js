// A table of a result: numbers to the right and in groups of digits, sorted by a click, filtered, copied.
import { attribute, h, hide, keyed, text, uid } from '/web/dom.js';
import { count, digits } from '/web/format.js';
import { copy } from '/web/save.js';

const PAGE = 50;
const NUMBERS = ['whole', 'decimal'];
const isNumber = (column) => NUMBERS.includes(column.type);

/** Compares two numbers as they are written, whatever their length; nulls come last. */
export function compare(one, other, numeric) {
  if (one === null || other === null) return (one === null) - (other === null);
  if (!numeric) return one < other ? -1 : one > other ? 1 : 0;
  const difference = Number(one) - Number(other);
  return Math.abs(difference) > 1e-3 ? difference : exactly(one) < exactly(other) ? -1 : exactly(one) > exactly(other) ? 1 : 0;
}

function exactly(written) {
  const [whole, fraction = ''] = written.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

export function gridPanel(name, { columns, rows }, total) {
  const order = { column: -1, isDown: false };
  let shown = PAGE;
  const id = uid('filter');
  const filter = h('input', { id, type: 'search', placeholder: 'Filter the rows', autocomplete: 'off', oninput: () => { shown = PAGE; draw(); } });
  const facts = h('span', { class: 'quiet', 'aria-live': 'polite' });
  const heads = columns.map((column, index) => {
    const button = h('button', { type: 'button', onclick: () => sortBy(index) }, column.name);
    return h('th', { scope: 'col', class: isNumber(column) ? 'number' : '', title: column.type }, button);
  });
  const body = h('tbody');
  const more = h('button', { type: 'button', onclick: () => { shown += 4 * PAGE; draw(); } }, 'Show more rows');
  const copying = h('button', { type: 'button', onclick: () => copy(asTabs(), 'The rows were') }, 'Copy');

  function sortBy(index) {
    order.isDown = order.column === index ? !order.isDown : isNumber(columns[index]);
    order.column = index;
    shown = PAGE;
    draw();
  }

  function chosen() {
    const wanted = filter.value.trim().toLowerCase();
    const found = rows.map((values, number) => ({ values, number }))
      .filter(({ values }) => !wanted || values.some((value) => value !== null && value.toLowerCase().includes(wanted)));
    if (order.column >= 0) {
      const [at, numeric, sign] = [order.column, isNumber(columns[order.column]), order.isDown ? -1 : 1];
      found.sort((one, other) => {
        const [left, right] = [one.values[at], other.values[at]];
        const isNull = left === null || right === null;
        return (isNull ? 1 : sign) * compare(left, right, numeric) || one.number - other.number;
      });
    }
    return found;
  }

  const clean = (value) => (value ?? '').replace(/[\t\r\n]/g, ' ');
  const asTabs = () => [columns.map((column) => column.name), ...chosen().map((row) => row.values)].map((row) => row.map(clean).join('\t')).join('\n');

  function draw() {
    const found = chosen();
    heads.forEach((head, index) => attribute(head, 'aria-sort', order.column === index ? (order.isDown ? 'descending' : 'ascending') : undefined));
    keyed(body, found.slice(0, shown), (row) => row.number, (row) => ({ node: rowOf(row.values, columns) }));
    const all = rows.length < total ? `the first ${digits(rows.length)} of ${count(total, 'row')}` : count(rows.length, 'row');
    text(facts, found.length < rows.length ? `${digits(found.length)} of ${all}` : all);
    hide(more, found.length <= shown);
  }

  draw();
  return h('div', { class: 'grid-panel' },
    h('div', { class: 'row tools' }, h('label', { for: id, class: 'unseen' }, `Filter the rows of ${name}`), filter, facts, h('span', { class: 'grow' }), copying),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Rows of ${name}` },
      h('table', { class: 'grid' }, h('thead', {}, h('tr', {}, heads)), body)), more);
}

const rowOf = (values, columns) => h('tr', {}, values.map((value, index) => (value === null
  ? h('td', { class: 'null' }, 'none')
  : h('td', { class: isNumber(columns[index]) ? 'number' : '' }, isNumber(columns[index]) ? digits(value) : value))));
