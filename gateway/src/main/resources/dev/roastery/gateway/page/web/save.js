// What the user takes home: files, copies, pictures. A plain link could not send the token.
import { blob } from '/web/api.js';
import { say } from '/web/dialog.js';
import { h, svg } from '/web/dom.js';
import { errorSentence } from '/web/format.js';

export function saveBlob(content, name) {
  const address = URL.createObjectURL(content);
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function download(path, name) {
  try {
    saveBlob(await blob(path), name);
  } catch (error) {
    say(errorSentence(error));
  }
}

export const downloadLink = (path, name, label) => h('a', {
  href: path, download: name, onclick: (click) => {
    click.preventDefault();
    download(path, name);
  },
}, label);

export async function copy(words, what) {
  try {
    await navigator.clipboard.writeText(words);
    say(`${what} copied.`);
  } catch (error) {
    if (error.name !== 'NotAllowedError' && error.name !== 'TypeError') throw error;
    say('The browser does not allow this page to copy: it does on localhost and over https.');
  }
}

const KEPT = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'fill-opacity', 'font-size', 'font-family', 'font-weight', 'text-anchor', 'stroke-linecap', 'stroke-linejoin'];

/** The picture on its own, with its colours written into it. */
function standalone(picture) {
  const clone = picture.cloneNode(true);
  const originals = [picture, ...picture.querySelectorAll('*')];
  [clone, ...clone.querySelectorAll('*')].forEach((node, index) => {
    const computed = getComputedStyle(originals[index]);
    KEPT.forEach((name) => node.setAttribute(name, computed.getPropertyValue(name)));
    node.removeAttribute('class');
  });
  const { width, height } = picture.viewBox.baseVal;
  const paper = getComputedStyle(document.body).backgroundColor;
  clone.querySelectorAll('[data-hover]').forEach((node) => node.remove());
  clone.prepend(svg('rect', { width, height, fill: paper }));
  clone.setAttribute('width', width);
  clone.setAttribute('height', height);
  return { words: new XMLSerializer().serializeToString(clone), width, height };
}

export const saveSvg = (picture, name) => saveBlob(new Blob([standalone(picture).words], { type: 'image/svg+xml' }), `${name}.svg`);

export async function savePng(picture, name) {
  const { words, width, height } = standalone(picture);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(words)}`;
  await image.decode();
  const canvas = h('canvas', { width: 2 * width, height: 2 * height });
  canvas.getContext('2d').drawImage(image, 0, 0, 2 * width, 2 * height);
  canvas.toBlob((content) => saveBlob(content, `${name}.png`), 'image/png');
}
