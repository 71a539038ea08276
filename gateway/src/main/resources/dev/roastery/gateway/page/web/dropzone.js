// A place to drop files and folders on, with buttons for those who would rather choose.
import { h } from '/web/dom.js';
import { chosen, dropped } from '/web/intake.js';

export function dropZone({ label, hint, take, extra = [] }) {
  const pick = (isFolder) => {
    const input = h('input', { type: 'file', class: 'unseen', tabindex: '-1', multiple: true,
      'aria-label': isFolder ? 'Folder' : 'Files', webkitdirectory: isFolder, onchange: () => {
        take(chosen(input.files));
        input.value = '';
      } });
    return input;
  };
  const [files, folder] = [pick(false), pick(true)];
  const drag = (is) => (event) => {
    event.preventDefault();
    node.classList.toggle('over', is);
  };
  const node = h('div', {
    class: 'drop', ondragenter: drag(true), ondragover: drag(true), ondragleave: drag(false),
    ondrop: async (event) => {
      drag(false)(event);
      take(await dropped(event.dataTransfer));
    },
  },
  h('p', { class: 'drop-label' }, label),
  hint ? h('p', { class: 'quiet' }, hint) : null,
  h('div', { class: 'row center' },
    h('button', { type: 'button', class: 'primary', onclick: () => files.click() }, 'Choose files'),
    h('button', { type: 'button', onclick: () => folder.click() }, 'Choose a folder'), extra),
  files, folder);
  return { node };
}
