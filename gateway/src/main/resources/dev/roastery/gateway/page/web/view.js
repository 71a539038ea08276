// Builds elements. Text is always text: nothing that a client wrote becomes HTML.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

export function table(caption, columns, rows) {
  const head = element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)));
  const body = rows.map((row) => element('tr', {}, ...row.map(cell)));
  const whole = element('table', {}, element('caption', {}, caption),
    element('thead', {}, head), element('tbody', {}, ...body));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption }, whole);
}

const cell = (value) => (value === null
  ? element('td', { class: 'null' }, 'none')
  : element('td', {}, value instanceof Node ? value : String(value)));

export function state(name) {
  const kind = { COMPLETED: 'good', FAILED: 'bad', FAILING: 'bad', EXPIRED: 'bad' }[name] ?? '';
  return element('span', { class: `state ${kind}` }, name.toLowerCase().replaceAll('_', ' '));
}

export const time = (text) => element('time', { datetime: text }, new Date(text).toLocaleString());

export function stage(view) {
  const known = view.expected !== undefined;
  const bar = element('progress', {
    'aria-label': `${view.stage}: batches received`,
    max: known ? Math.max(view.expected, 1) : undefined,
    value: known ? (view.expected === 0 ? 1 : view.received) : undefined,
  });
  const count = `${view.received} of ${known ? view.expected : '?'} batches`;
  const stalled = (view.stalled ?? []).map((text) => element('p', { class: 'bad' }, text));
  return element('div', {},
    element('div', { class: 'stage' }, element('span', {}, view.stage), bar, element('span', {}, count)),
    ...stalled);
}

export function facts(pairs) {
  return element('dl', {}, ...pairs.filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}
