// A new report: from files to tables, from questions to plans, and off.
import { get, jobPath, post } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { say } from '/web/dialog.js';
import { h, hide, keyed, text } from '/web/dom.js';
import { dropZone } from '/web/dropzone.js';
import { bytes, count, errorSentence } from '/web/format.js';
import { sorted } from '/web/intake.js';
import { jobOptions } from '/web/options.js';
import { asQuery, questionCard } from '/web/question.js';
import { SAMPLE_QUESTIONS, sampleFiles } from '/web/sample.js';
import { suggestion } from '/web/suggest.js';
import { infer, sizeOf, tableCard } from '/web/tables.js';
import { begin, parts } from '/web/upload.js';

const QUESTIONS_MAX = 64;

export async function startScreen(main, signal, from, id) {
  const report = { tables: [], questions: [], isSample: false, hasBuiltInTables: false };
  const cards = new Map();
  let builtIns = [];
  let number = 0;

  const name = h('input', { id: 'report-name', maxlength: '200', placeholder: 'Name of the report', autocomplete: 'off' });
  const zone = dropZone({
    label: 'Drop CSV files or a folder here', hint: '.csv, .tsv, .jsonl or .ndjson, also packed as .gz',
    take: (files) => { add(files).catch((error) => say(errorSentence(error))); },
    extra: [h('button', { type: 'button', id: 'sample', onclick: sample }, 'Try with sample data')],
  });
  const others = h('p', { class: 'quiet', hidden: true });
  const tables = h('div', { class: 'cards' });
  const questions = h('div');
  const suggestions = h('div', { class: 'row' });
  const asking = h('section', { 'aria-label': 'Questions', hidden: true },
    h('h2', {}, 'Ask'),
    h('p', { class: 'quiet' }, 'In SQL. Beside it stands what the workers will do.'),
    questions,
    h('div', { class: 'row' }, h('button', { type: 'button', id: 'add-question', onclick: () => ask({ name: nextName(), sql: suggestion(report.tables) }) }, 'Add a question'), suggestions));
  const summary = h('p', { class: 'quiet', id: 'summary', 'aria-live': 'polite' });
  const go = h('button', { type: 'button', class: 'primary large', id: 'start', onclick: start }, 'Start');
  const options = jobOptions();
  const bar = h('section', { class: 'startbar', 'aria-label': 'Start', hidden: true }, options.node, h('span', { class: 'grow' }), summary, go);

  main.append(h('div', { class: 'head' }, h('h1', {}, 'New report'), h('label', { for: 'report-name', class: 'unseen' }, 'Name of the report'), name),
    zone.node, others, tables, asking, bar);
  main.setAttribute('aria-busy', 'false');

  // ---- files

  async function add(found) {
    if (found.length === 0) return;
    report.isSample = false;
    await take(found);
    if (report.questions.length === 0 && report.tables.some((table) => table.document)) ask({ name: nextName(), sql: suggestion(report.tables) });
  }

  async function take(found) {
    const { tables: more, others: left } = await sorted(found);
    text(others, left.length ? `Not read: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ` and ${left.length - 5} others` : ''}.` : '');
    hide(others, left.length === 0);
    for (const table of more) {
      const known = report.tables.find((each) => each.name === table.name);
      if (known) known.files.push(...table.files.filter((each) => !known.files.some((old) => old.path === each.path)));
      else report.tables.push({ ...table, key: `table-${number++}` });
    }
    if (!name.value && more.length > 0) name.value = titleOf(found, more);
    draw();
    await Promise.all(report.tables.filter((table) => !table.document).map(async (table) => {
      await infer(table, signal);
      draw();
    }));
    await offerBuiltIns();
    replan();
  }

  async function sample() {
    Object.assign(report, { tables: [], questions: [], hasBuiltInTables: false });
    options.set();
    name.value = 'Coffee shops, 18 months';
    await take(sampleFiles());
    report.isSample = true;
    SAMPLE_QUESTIONS.forEach((question) => ask({ ...question }));
  }

  async function knownBuiltIns() {
    if (builtIns.length === 0) builtIns = (await steadily(signal, () => get('/v1/queries', signal))).queries;
    return builtIns;
  }

  async function offerBuiltIns() {
    await knownBuiltIns();
    const names = new Set(report.tables.map((table) => table.name));
    const fitting = builtIns.filter(({ document }) =>
      [document.from, ...(document.join ?? []).map((join) => join.table)].every((table) => names.has(table)));
    keyed(suggestions, fitting, (each) => each.name, ({ name: title, document: query }) => ({
      node: h('button', { type: 'button', class: 'chip add', onclick: () => {
        giveKeys(query);
        ask({ name: title, builtIn: true });
      } }, `+ ${title}`),
    }));
  }

  /** A document looks rows up by the key of their table, which no file says. */
  function giveKeys(query) {
    for (const join of query.join ?? []) {
      const table = report.tables.find((each) => each.name === join.table);
      if (table?.document && join.on in table.document.columns) table.document.key ??= join.on;
    }
  }

  /** The tables as a request has them; undefined for the built-in ones, null while none is known. */
  function document() {
    if (report.hasBuiltInTables) return undefined;
    const known = report.tables.filter((table) => table.document);
    return known.length === 0 ? null : { tables: Object.fromEntries(known.map((table) => [table.name, table.document])) };
  }

  // ---- questions

  const nextName = () => {
    for (let place = report.questions.length + 1; ; place++) {
      if (!report.questions.some((each) => each.name === `question-${place}`)) return `question-${place}`;
    }
  };

  function ask(question) {
    if (report.questions.length >= QUESTIONS_MAX || report.questions.some((each) => each.name === question.name)) return;
    report.questions.push({ ...question, key: `question-${number++}` });
    draw();
  }

  function replan() {
    for (const question of report.questions) cards.get(question.key)?.ask();
  }

  /** The columns of a table that some question reads; undefined while not every plan is known. */
  function readsOf(table) {
    const plans = report.questions.map((question) => question.plan);
    if (plans.length === 0 || plans.includes(undefined)) return undefined;
    return new Set(plans.flatMap((plan) => plan.tables.filter((each) => each.table === table).flatMap((each) => each.columns)));
  }

  function draw() {
    keyed(tables, report.tables, (table) => table.key, (table) => tableCard(table, {
      readsOf,
      changed: () => { draw(); replan(); },
      removed: (item) => {
        report.tables = report.tables.filter((each) => each !== item);
        draw();
        replan();
      },
    }));
    const made = keyed(questions, report.questions, (question) => question.key, (question) => questionCard(question, {
      signal, tables: document, changed: tell,
      removed: (item) => {
        report.questions = report.questions.filter((each) => each !== item);
        draw();
      },
    }));
    made.forEach((view, key) => cards.set(key, view));
    zone.node.classList.toggle('small', report.tables.length > 0);
    hide(asking, report.tables.length === 0);
    hide(bar, report.tables.length === 0);
    tell();
  }

  // ---- off

  function obstacle() {
    if (report.tables.some((table) => !table.document && !table.error)) return 'Looking at the files…';
    const twice = report.tables.find((table, place) => report.tables.findIndex((each) => each.name === table.name) !== place);
    if (twice) return `Two tables have the name ${twice.name}.`;
    if (report.questions.length === 0) return 'Ask a question first.';
    const wrong = report.questions.find((question) => question.problem);
    if (wrong) return `${wrong.name} has a mistake.`;
    if (report.questions.some((question) => !question.plan)) return 'Making the plan…';
    const needed = neededTables();
    const empty = needed.find((table) => table.files.length === 0);
    return empty ? `The files of ${empty.name} are missing.` : undefined;
  }

  function neededTables() {
    const names = new Set(report.questions.flatMap((question) => question.plan?.tables.map((each) => each.table) ?? []));
    return report.tables.filter((table) => names.has(table.name));
  }

  function tell() {
    const obstacles = obstacle();
    const needed = neededTables();
    text(summary, obstacles ?? `${count(needed.reduce((total, table) => total + table.files.length, 0), 'file')}, ${
      bytes(needed.reduce((total, table) => total + sizeOf(table), 0))} → ${count(report.questions.length, 'question')}`);
    go.setAttribute('aria-disabled', obstacles ? 'true' : 'false');
  }

  async function start() {
    if (obstacle() || go.disabled) return;
    go.disabled = true;
    const needed = neededTables();
    const request = {
      queries: report.questions.map(asQuery), tables: document(), ...options.values(),
      expectedBytes: needed.reduce((total, table) => total + sizeOf(table), 0),
    };
    if (name.value.trim()) request.name = name.value.trim();
    const key = crypto.randomUUID ? crypto.randomUUID() : `page-${Date.now()}-${Math.random()}`;
    try {
      const job = await steadily(signal, () => post('/v1/jobs', request, { 'Idempotency-Key': key }));
      begin(job.id, parts(needed.filter((table) => job.tables.includes(table.name))), { isSample: report.isSample });
      location.hash = `#job/${job.id}`;
    } catch (error) {
      go.disabled = false;
      if (!signal.aborted) say(errorSentence(error));
    }
  }

  // ---- where it begins

  if (from === 'sample') await sample();
  if (from === 'like' && id) await like();
  await new Promise((resolve) => signal.addEventListener('abort', resolve));

  /** The same report over files that the user drops again: the gateway keeps no rows. */
  async function like() {
    const request = await steadily(signal, () => get(`${jobPath(id)}/request`, signal));
    name.value = request.name ?? '';
    const asked = request.queries ?? (await knownBuiltIns()).map((each) => each.name);
    report.hasBuiltInTables = !request.tables;
    const known = request.tables ? Object.entries(request.tables.tables ?? request.tables) : await builtInTables(asked);
    report.tables = known.map(([title, table]) =>
      ({ name: title, files: [], document: table, isBuiltIn: report.hasBuiltInTables, key: `table-${number++}` }));
    options.set(request);
    text(others, 'The gateway keeps no rows: drop the files again, and the same questions are asked.');
    hide(others, false);
    draw();
    for (const query of asked) ask(asQuestion(query));
    await offerBuiltIns();
  }

  /** Those that the queries read; the gateway knows their columns. */
  async function builtInTables(queries) {
    const plan = await steadily(signal, () => post('/v1/plans', { queries }));
    return plan.tables.map((each) => [each.table, { columns: {} }]);
  }
}

function asQuestion(query) {
  if (typeof query === 'string') return { name: query, builtIn: true };
  return query.sql === undefined ? { name: query.name, document: query } : { name: query.name ?? 'query', sql: query.sql };
}

function titleOf(found, tables) {
  const folders = new Set(found.map((each) => (each.path.includes('/') ? each.path.split('/')[0] : '')));
  const [folder] = folders;
  return folders.size === 1 && folder ? folder : tables.map((table) => table.name).slice(0, 3).join(', ');
}
