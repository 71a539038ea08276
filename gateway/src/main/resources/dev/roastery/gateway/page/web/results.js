// The results of a job: each once, under the name of its question.
import { get, resultPath, send } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { chartPanel } from '/web/chartpanel.js';
import { attribute, h, hide, keyed, text } from '/web/dom.js';
import { bytes, count, duration, errorSentence, isOver, took } from '/web/format.js';
import { gridPanel } from '/web/grid.js';
import { copy, download } from '/web/save.js';

const WHOLE_BYTES = 4_000_000;
const FIRST_ROWS = 1000;
const FORMATS = [['csv', 'CSV'], ['json', 'JSON'], ['ndjson', 'NDJSON'], ['markdown', 'Markdown']];
const ENDINGS = { markdown: 'md' };

export function resultsPanel(id, signal) {
  const facts = h('p', { class: 'quiet' });
  const all = h('button', { type: 'button', hidden: true }, 'Download all');
  const list = h('div', { class: 'results' });
  let results = [];
  all.addEventListener('click', async () => {
    for (const result of results) await download(resultPath(id, result.query), `${result.query}.csv`);
  });
  return {
    node: h('section', { 'aria-label': 'Results', hidden: true }, h('div', { class: 'row' }, facts, h('span', { class: 'grow' }), all), list),
    update({ job }) {
      results = job.results;
      text(facts, job.state === 'COMPLETED' ? `${count(results.length, 'result')} of ${count(job.rows ?? 0, 'row')} in ${duration(took(job))}.`
        : isOver(job.state) ? 'This job has no results.' : 'The results will be here when they are complete.');
      hide(all, results.length < 2);
      keyed(list, results, (result) => `${result.query} ${result.sha256}`, (result) => resultCard(id, result, signal));
    },
  };
}

function resultCard(id, result, signal) {
  const path = resultPath(id, result.query);
  const chart = h('div');
  const table = h('div', {}, h('p', { class: 'quiet' }, 'Loading…'));
  const digest = h('button', { type: 'button', class: 'link', title: `SHA-256 ${result.sha256}`, onclick: () => copy(result.sha256, 'The digest was') },
    h('code', {}, result.sha256.slice(0, 12)));
  const format = h('select', { 'aria-label': `Download ${result.query} as`, onchange: () => {
    const chosen = format.value;
    format.value = '';
    if (chosen) download(`${path}?format=${chosen}`, `${result.query}.${ENDINGS[chosen] ?? chosen}`);
  } }, h('option', { value: '' }, 'Download…'), FORMATS.map(([name, label]) => h('option', { value: name }, label)));
  const node = h('section', { class: 'card result', 'aria-label': `Result ${result.query}`, 'aria-busy': 'true' },
    h('div', { class: 'row' }, h('h2', {}, result.query), h('span', { class: 'quiet' }, `${count(result.rows, 'row')} · ${bytes(result.bytes)} · digest `, digest),
      h('span', { class: 'grow' }), format),
    chart, table);

  steadily(signal, () => load(path, result, signal)).then((data) => {
    if (data.rows.length === result.rows) chart.replaceChildren(...chartPanel(result.query, data)); // a part of them would mislead
    table.replaceChildren(gridPanel(result.query, data, result.rows));
    attribute(node, 'aria-busy', 'false');
  }).catch((error) => {
    if (!signal.aborted) table.replaceChildren(h('p', { class: 'bad' }, errorSentence(error)));
  });
  return { node };
}

/** All rows, or the first ones of a result that would fill the memory of the page. */
async function load(path, result, signal) {
  if (result.bytes <= WHOLE_BYTES) return get(`${path}?format=json-strings`, signal);
  const answer = await send(`${path}?format=ndjson`, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let words = '';
  while (words.split('\n').length <= FIRST_ROWS) { // each row ends with a line break
    const { value, done } = await reader.read();
    if (done) break;
    words += value;
  }
  await reader.cancel();
  const rows = words.split('\n').slice(0, -1).slice(0, FIRST_ROWS).map((line) => exact(line, result.columns));
  return { columns: result.columns, rows };
}

/** The values of a line of NDJSON as they are written: a number read as such would lose digits. */
function exact(line, columns) {
  const quoted = line.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (token.startsWith('"') ? token : `"${token}"`));
  const row = JSON.parse(quoted);
  return columns.map(({ name }) => (row[name] === null || row[name] === undefined ? null : String(row[name])));
}
