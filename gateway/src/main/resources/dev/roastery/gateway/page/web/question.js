// One question: its SQL, and beside it the plan that it becomes, or where it is wrong.
import { post } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { attribute, h, hide, keyed, text, uid } from '/web/dom.js';
import { sqlBox } from '/web/editor.js';
import { errorSentence } from '/web/format.js';
import { stageWords } from '/web/stages.js';

const WAIT_MILLIS = 350;
const slug = (words) => words.toLowerCase().replace(/[^a-z0-9-]+/g, '-').slice(0, 64);

/** `question`: `{ name, sql }`, a built-in one `{ name, builtIn: true }`, or a document `{ name, document }`. */
export function questionCard(question, { tables, changed, removed, signal }) {
  const id = uid('question');
  const isWritten = question.sql !== undefined;
  const name = h('input', { id, value: question.name, maxlength: '64', autocomplete: 'off', spellcheck: 'false', readOnly: !isWritten,
    oninput: () => { question.name = slug(name.value); later(); }, onchange: () => { name.value = question.name; } });
  const box = isWritten && sqlBox({ label: `SQL of question ${question.name}`, value: question.sql, change: (sql) => { question.sql = sql; later(); } });
  const mistakes = h('ul', { class: 'mistakes', 'aria-live': 'polite' });
  const steps = h('ol', { class: 'steps' });
  const columns = h('ul', { class: 'chips', 'aria-label': 'Columns of the result' });
  const plan = h('div', { class: 'plan' }, h('h3', {}, 'What it does'), steps, h('h3', {}, 'What you get'), columns);
  const node = h('section', { class: 'card question', 'aria-label': `Question ${question.name}` },
    h('div', { class: 'row' }, h('label', { for: id, class: 'quiet' }, 'Question'), name, h('span', { class: 'grow' }),
      h('button', { type: 'button', class: 'plain', 'aria-label': `Remove question ${question.name}`, onclick: () => removed(question) }, 'Remove')),
    h('div', { class: 'beside' },
      h('div', {}, isWritten ? box.node : h('p', { class: 'quiet' }, question.builtIn ? 'A built-in report.' : 'A query document.'), mistakes), plan));
  let timer;
  let asked = 0;

  function later() {
    question.plan = undefined;
    changed();
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MILLIS);
  }

  async function ask() {
    clearTimeout(timer);
    const number = ++asked;
    const document = tables();
    if (document === null || signal.aborted) return;
    attribute(plan, 'aria-busy', 'true');
    try {
      const answer = await steadily(signal, () => post('/v1/plans', { queries: [asQuery(question)], tables: document }));
      if (number === asked) succeeded(answer);
    } catch (error) {
      if (number === asked && !signal.aborted) refused(error);
    }
  }

  function succeeded(answer) {
    const [query] = answer.queries;
    question.plan = answer;
    question.problem = undefined;
    if (box) box.mark([]);
    mistakes.replaceChildren();
    hide(plan, false);
    attribute(plan, 'aria-busy', undefined);
    attribute(plan, 'data-old', undefined);
    keyed(steps, query.steps.map((step, index) => ({ ...step, index })), (step) => `${step.index}${step.stage}`, stepRow);
    keyed(columns, query.columns, (column) => column.name, chip);
    changed();
  }

  function refused(error) {
    const problems = error.problems.length ? error.problems : [{ message: errorSentence(error) }];
    question.plan = undefined;
    [question.problem] = problems;
    if (box) box.mark(problems);
    mistakes.replaceChildren(...problems.slice(0, 10).map((problem) => h('li', {},
      problem.line && box ? h('button', { type: 'button', class: 'link', onclick: () => box.show(problem) }, `Line ${problem.line}, column ${problem.column}`) : null,
      problem.line && box ? ': ' : null, problem.message)));
    attribute(plan, 'aria-busy', undefined);
    attribute(plan, 'data-old', 'true');
    hide(plan, steps.childElementCount === 0);
    changed();
  }

  hide(plan, true);
  ask();
  return { node, update: () => {}, ask };
}

/** As a job's request has it. */
export function asQuery(question) {
  if (question.builtIn) return question.name;
  return question.document ?? { name: question.name || 'query', sql: question.sql };
}

function stepRow() {
  const [stage, words] = [h('b'), h('span')];
  return {
    node: h('li', {}, stage, words),
    update(step) {
      text(stage, stageWords(step.stage));
      text(words, step.text);
    },
  };
}

function chip() {
  const [name, type] = [h('span'), h('small')];
  return {
    node: h('li', { class: 'chip' }, name, type),
    update(column) {
      text(name, column.name);
      text(type, column.scale === undefined || column.scale === null ? column.type : `${column.type}(${column.scale})`);
    },
  };
}
