// Questions that stand in the page itself, and the line that says what has happened.
import { h, uid } from '/web/dom.js';

const message = document.getElementById('message');
let clearing;

/** Says a sentence for a while; a screen reader reads it out. */
export function say(words) {
  clearTimeout(clearing);
  message.textContent = words;
  if (words) clearing = setTimeout(() => { message.textContent = ''; }, 8000);
}

function open(title, body, confirm, { bad = false, cancel = 'Back' } = {}) {
  return new Promise((resolve) => {
    const heading = uid('dialog');
    const close = (answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    const dialog = h('dialog', { 'aria-labelledby': heading, oncancel: (event) => { event.preventDefault(); close(false); } },
      h('h2', { id: heading }, title),
      ...body,
      h('div', { class: 'row end' },
        h('button', { type: 'button', onclick: () => close(false) }, cancel),
        h('button', { type: 'button', class: bad ? 'danger' : 'primary', onclick: () => close(true) }, confirm)));
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const confirm = (title, words, button, options) => open(title, [h('p', {}, words)], button, options);

/** A line of text; null if the user went back or wrote nothing. */
export async function ask(title, label, button, options) {
  const id = uid('answer');
  const field = h('input', { id, type: 'text', maxlength: '1000', autocomplete: 'off' });
  const answer = await open(title, [h('label', { for: id }, label), field], button, options);
  return answer && field.value.trim() ? field.value.trim() : null;
}
