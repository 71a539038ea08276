// Which picture suits a result: a line over time, or bars by a text. Decided by the types of the columns.
const TIMES = ['date', 'timestamp', 'month', 'quarter', 'week', 'half-year', 'time-of-day'];
const BARS_MAX = 24;
const SERIES_MAX = 8;
const POINTS_MAX = 1500;
const FEW_TIMES = 4;
const isTime = (column) => TIMES.includes(column.type);
export const isAmount = (column) => (column.type === 'decimal' || column.type === 'whole') && !/(^|_)id$/i.test(column.name);

/** `{ kind, x, y, split }`, numbers of columns, or null where no picture says more than the table. */
export function choose({ columns, rows }) {
  if (rows.length < 2) return null;
  const places = columns.map((_, index) => index);
  const amounts = places.filter((index) => isAmount(columns[index]));
  const labels = places.filter((index) => isTime(columns[index]) || columns[index].type === 'text');
  const ordered = labels.length > 0 ? labels : places.filter((index) => columns[index].type === 'whole' && index === 0 && amounts.length > 1);
  if (amounts.length === 0 || ordered.length === 0) return null;
  const [x, ...rest] = ordered;
  const y = amounts.filter((index) => index !== x).findLast((index) => columns[index].type === 'decimal') ?? amounts.findLast((index) => index !== x);
  if (y === undefined) return null;
  const distinct = (index) => new Set(rows.map((row) => row[index])).size;
  if (!isTime(columns[x])) {
    const other = rest.find((index) => distinct(index) <= SERIES_MAX && distinct(x) * distinct(index) <= rows.length * 2 && distinct(x) < rows.length);
    return { kind: 'bars', x, y, split: other ?? -1 };
  }
  const isUnique = distinct(x) === rows.length;
  const text = rest.find((index) => !isTime(columns[index]));
  if (isUnique || text === undefined) return { kind: distinct(x) <= 2 ? 'bars' : 'line', x, y, split: -1 };
  if (distinct(x) <= FEW_TIMES) return { kind: 'bars', x: text, y, split: x };
  return { kind: 'line', x, y, split: text };
}

/** The place of a value of time on an axis, as a number. */
export function instant(value, type) {
  if (type === 'half-year') return Date.UTC(Number(value.slice(0, 4)), value.endsWith('2') ? 6 : 0);
  if (type === 'quarter') return Date.UTC(Number(value.slice(0, 4)), 3 * (Number(value.at(-1)) - 1));
  if (type === 'week') return Date.UTC(Number(value.slice(0, 4)), 0, 4 + 7 * (Number(value.slice(6)) - 1));
  if (type === 'time-of-day') return Date.parse(`1970-01-01T${value}Z`);
  if (type === 'month') return Date.parse(`${value}-01T00:00:00Z`);
  return Date.parse(type === 'date' ? `${value}T00:00:00Z` : `${value.replace(' ', 'T')}Z`);
}

/**
 * The numbers to draw: `{ labels, series: [{ name, values }], left }`; `left` labels have no room. Values of one label and
 * one series are added up.
 */
export function points({ columns, rows }, { kind, x, y, split }) {
  const sums = new Map();
  const totals = new Map();
  const sizes = new Map();
  for (const row of rows) {
    if (row[x] === null || row[y] === null) continue;
    const [label, name, value] = [row[x], split < 0 ? columns[y].name : row[split] ?? 'none', Number(row[y])];
    const series = sums.get(name) ?? new Map();
    series.set(label, (series.get(label) ?? 0) + value);
    sums.set(name, series);
    totals.set(label, (totals.get(label) ?? 0) + value);
    sizes.set(name, (sizes.get(name) ?? 0) + Math.abs(value));
  }
  let labels = [...totals.keys()];
  if (kind === 'line') labels.sort((one, other) => instant(one, columns[x].type) - instant(other, columns[x].type));
  else if (labels.length > BARS_MAX) labels.sort((one, other) => totals.get(other) - totals.get(one));
  const most = kind === 'line' ? POINTS_MAX : BARS_MAX;
  const left = Math.max(0, labels.length - most);
  labels = kind === 'line' && left > 0 ? labels.slice(-most) : labels.slice(0, most);
  const names = [...sums.keys()];
  const kept = names.length > SERIES_MAX ? names.toSorted((one, other) => sizes.get(other) - sizes.get(one)).slice(0, SERIES_MAX) : names;
  return {
    labels, left, leftSeries: names.length - kept.length,
    series: kept.map((name) => ({ name, values: labels.map((label) => sums.get(name).get(label) ?? null) })),
  };
}

/** Round numbers from below the least to above the largest, at most six. */
export function ticks(least, largest) {
  const span = largest - least || Math.abs(largest) || 1;
  const rough = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * rough).find((each) => span / each <= 5);
  const found = [];
  for (let tick = Math.floor(least / step) * step; tick < largest + step - step * 1e-9; tick += step) found.push(Number(tick.toPrecision(12)));
  return found;
}
