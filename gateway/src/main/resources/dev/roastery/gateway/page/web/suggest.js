// A first question about tables that nobody has described: what a person would ask of such columns.
const quoted = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);
const typeOf = (column) => (typeof column === 'string' ? column : column.type);
const isNumber = (type) => type.startsWith('decimal') || type === 'whole';
const isTime = (type) => type === 'date' || type === 'timestamp';
const isId = (name) => /(^|_)(id|key|code|number|no|zip|year)s?$/i.test(name);

function amount(columns) {
  const numbers = columns.filter(([name, column]) => isNumber(typeOf(column)) && !isId(name));
  const decimals = numbers.filter(([, column]) => typeOf(column).startsWith('decimal'));
  const telling = /total|amount|revenue|sales|price|paid|value|sum/i;
  return (decimals.find(([name]) => telling.test(name)) ?? decimals[0] ?? numbers.find(([name]) => telling.test(name)) ?? numbers[0])?.[0];
}

/** SQL over the table that has most to say: by month, by a text, or all of it. */
export function suggestion(tables) {
  const known = tables.filter((table) => table.document);
  if (known.length === 0) return '';
  const score = (table) => {
    const columns = Object.entries(table.document.columns);
    return (amount(columns) ? 2 : 0) + (columns.some(([, column]) => isTime(typeOf(column))) ? 1 : 0)
      + Math.min(0.9, table.files.reduce((total, each) => total + each.file.size, 0) / 1e12);
  };
  const best = known.reduce((one, other) => (score(other) > score(one) ? other : one));
  const columns = Object.entries(best.document.columns);
  const sum = amount(columns);
  const measures = `count(*) as ${columns.some(([name]) => name === 'rows') ? 'n' : 'row_count'}${sum ? `, sum(${quoted(sum)}) as total` : ''}`;
  const table = quoted(best.name);
  const time = columns.find(([, column]) => isTime(typeOf(column)))?.[0];
  if (time) return `select month(${quoted(time)}) as month, ${measures}\nfrom ${table}\ngroup by month(${quoted(time)})\norder by month`;
  const words = columns.find(([name, column]) => typeOf(column) === 'text' && !isId(name))?.[0];
  if (words) return `select ${quoted(words)}, ${measures}\nfrom ${table}\ngroup by ${quoted(words)}\norder by ${sum ? 'total' : 'row_count'} desc`;
  return `select ${measures}\nfrom ${table}`;
}
