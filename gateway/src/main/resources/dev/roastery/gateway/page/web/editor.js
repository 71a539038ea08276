// A box for SQL: a plain text area, with the colours and the marks of mistakes drawn behind its letters.
import { attribute, h } from '/web/dom.js';

const TOKEN = /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\s+)|([\s\S])/g;
const KINDS = ['comment', 'string', 'name', 'number', 'word', '', ''];
const WORDS = new Set(('select distinct from join left inner on using where group by having qualify order asc desc limit as and or not in is null '
  + 'between like case when then else end over partition first row of true false cast').split(' '));

const start = (lines, line) => lines.slice(0, line - 1).reduce((total, each) => total + each.length + 1, 0);

export function sqlBox({ label, value, change }) {
  const back = h('pre', { class: 'sql-back', 'aria-hidden': 'true' });
  const area = h('textarea', {
    class: 'sql-text', 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', rows: '3', value,
    oninput: () => {
      marks = [];
      draw();
      change(area.value);
    },
  });
  let marks = [];

  function draw() {
    const words = area.value;
    const found = [];
    for (const match of words.matchAll(TOKEN)) {
      const index = match.slice(1).findIndex((group) => group !== undefined);
      const kind = index === 4 && !WORDS.has(match[0].toLowerCase()) ? '' : KINDS[index];
      const end = match.index + match[0].length;
      const isWrong = marks.some((mark) => mark >= match.index && mark < end);
      found.push(kind || isWrong ? h('span', { class: `${kind}${isWrong ? ' wrong' : ''}` }, match[0]) : match[0]);
    }
    if (marks.some((mark) => mark >= words.length)) found.push(h('span', { class: 'wrong' }, ' '));
    back.replaceChildren(...found, '\n');
  }

  const at = ({ line, column }) => Math.min(area.value.length, start(area.value.split('\n'), line) + column - 1);
  draw();
  return {
    node: h('div', { class: 'sql' }, back, area),
    area,
    /** Underlines what is wrong. */
    mark(problems) {
      marks = problems.filter((each) => each.line > 0).map(at);
      attribute(area, 'aria-invalid', problems.length > 0 ? 'true' : undefined);
      draw();
    },
    show(problem) {
      area.focus();
      area.setSelectionRange(at(problem), at(problem));
    },
  };
}
