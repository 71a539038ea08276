// An upload that stopped when its page was closed: the user chooses the same files again, and it goes on.
import { get, jobPath } from '/web/api.js';
import { steadily } from '/web/connection.js';
import { h, hide, keyed, text } from '/web/dom.js';
import { bytes, count } from '/web/format.js';
import { dropZone } from '/web/dropzone.js';
import { sampleFiles } from '/web/sample.js';
import { isSending, remembered, resume, uploadError, uploadOf } from '/web/upload.js';

const SHOWN = 8;
const own = (path) => path.split('/').at(-1);

/** The files of an upload that the gateway lacks. */
async function missing(id, record, signal) {
  const complete = new Set();
  for (let after = ''; after !== null;) {
    const page = await steadily(signal, () => get(`${jobPath(id)}/parts?limit=1000${after === '' ? '' : `&after=${after}`}`, signal));
    page.parts.filter((part) => part.complete).forEach((part) => complete.add(`${part.table}/${part.name}`));
    after = page.next ?? null;
  }
  return record.files.filter((file) => !complete.has(`${file.table}/${file.name}`));
}

/** Which of the chosen files is the one that was sent, or a sentence that says why none is. */
function match(wanted, { file, path }, record) {
  const named = wanted.filter((each) => each.file === file.name);
  const same = named.filter((each) => each.size === file.size && each.modified === file.lastModified);
  const best = same.find((each) => each.path === path) ?? same[0];
  if (best) return { best };
  if (named.length > 0) {
    const [first] = named;
    return { refused: first.size === file.size
      ? `${file.name} was changed since: it is not the file that was being sent.`
      : `${file.name} has ${bytes(file.size)}; the file that was being sent has ${bytes(first.size)}.` };
  }
  if (record.files.some((each) => each.file === file.name)) return {}; // the gateway has that one
  return { refused: `${path} is none of the files of this upload.` };
}

/** A panel that is shown while a job waits for files of which this page has none. */
export function resumePanel(id, signal) {
  const record = remembered(id);
  const title = h('h2', {}, 'This upload was interrupted');
  const words = h('p', {});
  const list = h('ul', { class: 'plain-list' });
  const refusals = h('ul', { class: 'mistakes', role: 'alert', hidden: true });
  const found = new Map();
  const again = h('button', { type: 'button', class: 'primary', hidden: true, onclick: () => go() }, 'Try again');
  let wanted = [];
  let isKnown = false;
  let isLooking = false;

  const tell = () => {
    const open = wanted.filter((each) => !found.has(each));
    text(words, open.length === 0 ? 'The gateway keeps what it has received.'
      : `The gateway keeps what it has received. Choose the same files again, and the upload goes on from there: ${
        count(open.length, 'file')} missing${found.size ? `, ${found.size} found` : ''}.`);
    hide(again, open.length > 0);
    hide(zone.node, open.length === 0);
    const shown = open.slice(0, SHOWN).map((each) => ({ key: `${each.table}/${each.name}`, words: `${own(each.path)} · ${bytes(each.size)}` }));
    if (open.length > SHOWN) shown.push({ key: 'more', words: `and ${count(open.length - SHOWN, 'other')}` });
    keyed(list, shown, (each) => each.key, () => {
      const node = h('li');
      return { node, update: (item) => text(node, item.words) };
    });
  };
  const take = (files) => {
    const sentences = [];
    for (const each of files) {
      const { best, refused } = match(wanted.filter((file) => !found.has(file)), each, record);
      if (best) found.set(best, each.file);
      else if (refused) sentences.push(refused);
    }
    refusals.replaceChildren(...sentences.slice(0, SHOWN).map((sentence) => h('li', {}, sentence)));
    hide(refusals, sentences.length === 0);
    tell();
    go();
  };
  const go = () => {
    if (!isKnown || found.size < wanted.length || uploadOf(id)) return;
    isKnown = false; // if it fails, the gateway is asked again
    hide(node, true);
    resume(id, wanted.map((each) => ({ table: each.table, name: each.name, path: each.path, file: found.get(each) })));
  };
  const zone = dropZone({ label: 'Drop the same files here', take });
  const node = h('section', { class: 'card resume', 'aria-label': 'Go on with the upload', hidden: true }, title, words, list, zone.node, refusals, again);

  async function look() {
    wanted = await missing(id, record, signal);
    isKnown = true;
    found.clear();
    if (record.isSample) {
      const made = new Map(sampleFiles().map((each) => [each.path, each.file]));
      wanted.forEach((each) => found.set(each, made.get(each.path)));
    }
    tell();
    if (!uploadError(id)) go(); // what was refused once is tried again only by the user
  }

  const refuse = (error) => {
    text(words, error.message);
    hide(node, false);
  };

  /** Shows the panel if no tab sends to this job. */
  async function offer() {
    if (await isSending(id)) isKnown = false;
    else if (!isKnown) await look();
    hide(node, !isKnown);
  }

  return {
    node,
    /** Told whenever the state of the job is known. */
    update(job) {
      const isOpen = record !== undefined && ['CREATED', 'UPLOADING'].includes(job.state) && !uploadOf(id);
      if (!isOpen) hide(node, true);
      if (!isOpen || isLooking) return;
      isLooking = true;
      offer().catch((error) => { if (!signal.aborted) refuse(error); }).finally(() => { isLooking = false; });
    },
  };
}
