// The tables that were found in the files: their names and the types of their columns, which the user may correct.
import { post } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { attribute, h, hide, keyed, text, uid } from '/web/dom.js';
import { bytes, count, errorSentence } from '/web/format.js';
import { linesOf, tableName } from '/web/intake.js';

const TYPES = ['text', 'whole', 'decimal(2)', 'decimal(4)', 'date', 'timestamp', 'truth'];
const COLUMNS_SHOWN = 60;

export const sizeOf = (table) => table.files.reduce((total, each) => total + each.file.size, 0);
const typeOf = (column) => (typeof column === 'string' ? column : column.type);
const withType = (column, type) => (typeof column === 'string' ? type : { ...column, type });

/** Asks the gateway for the types; the table then has a `document`, or an `error`. */
export async function infer(table, signal) {
  table.error = undefined;
  try {
    const lines = await linesOf(table.files);
    if (lines === null) {
      table.error = 'A browser cannot look into .zst files: add one file of the table that is not packed, or send them with roastery submit.';
      return;
    }
    const name = tableName(table.name);
    const answer = await steadily(signal, () => post(`/v1/tables/${encodeURIComponent(name)}`, lines, { 'Content-Type': 'text/csv' }));
    table.document = answer.tables[name];
  } catch (error) {
    if (signal.aborted) return;
    table.error = error.status || !(error instanceof TypeError) ? errorSentence(error) : 'Its files cannot be read: choose them again.';
  }
}

/** A card for a table. `changed` is told of each correction. */
export function tableCard(first, { changed, removed, readsOf }) {
  const id = uid('table');
  const name = h('input', { id, value: first.name, maxlength: '64', autocomplete: 'off', spellcheck: 'false', class: 'table-name',
    onchange: () => {
      item.name = tableName(name.value);
      name.value = item.name;
      changed();
    } });
  const facts = h('span', { class: 'quiet' });
  const error = h('p', { class: 'bad', role: 'alert', hidden: true });
  const columns = h('ul', { class: 'columns' });
  const box = h('details', { ontoggle: () => draw() }, h('summary', {}, 'Columns and types'), columns);
  let item = first;

  function draw() {
    if (!box.open || !item.document) return;
    const reads = readsOf(item.name);
    const all = Object.entries(item.document.columns).slice(0, COLUMNS_SHOWN)
      .map(([column, type]) => ({ column, type: typeOf(type), isRead: reads === undefined || reads.has(column) }));
    keyed(columns, all, (each) => each.column, (each) => columnRow(each, (type) => {
      item.document.columns[each.column] = withType(item.document.columns[each.column], type);
      changed();
    }));
  }

  return {
    node: h('section', { class: 'card table', 'aria-label': `Table ${first.name}` },
      h('div', { class: 'row' }, h('label', { for: id, class: 'unseen' }, 'Name of the table'), name,
        h('span', { class: 'grow' }),
        h('button', { type: 'button', class: 'plain', 'aria-label': `Remove table ${first.name}`, onclick: () => removed(item) }, 'Remove')),
      facts, error, box),
    update(table) {
      item = table;
      const size = Object.keys(table.document?.columns ?? {}).length;
      text(facts, [table.files.length ? `${count(table.files.length, 'file')}, ${bytes(sizeOf(table))}` : 'its files are missing: drop them here',
        table.isBuiltIn ? 'a built-in table' : table.document ? count(size, 'column') : table.error ? null : 'looking at its first lines…'].filter(Boolean).join(' · '));
      text(error, table.error ?? '');
      hide(error, !table.error);
      hide(box, !table.document || table.isBuiltIn === true);
      draw();
    },
  };
}

function columnRow(first, choose) {
  const id = uid('type');
  const options = [...new Set([first.type, ...TYPES])];
  const select = h('select', { id, onchange: () => choose(select.value) }, options.map((type) => h('option', { value: type }, type)));
  select.value = first.type;
  const node = h('li', {}, h('label', { for: id }, first.column), select);
  return {
    node,
    update(each) {
      node.classList.toggle('unread', !each.isRead);
      attribute(node, 'title', each.isRead ? undefined : 'No question reads this column.');
    },
  };
}
