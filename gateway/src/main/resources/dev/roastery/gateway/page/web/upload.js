// Sends the files of a job, some at a time, in pieces. What has been sent is asked of the gateway, so an upload
// goes on after the page was loaded again, and after the gateway was restarted.
import { get, jobPath, partPath, post, send } from '/web/api.js';
import { pause, steadily } from '/web/connection.js';
import { isOver } from '/web/format.js';
import { packing, partNames } from '/web/intake.js';

const PIECE_BYTES = 8 << 20;
const FILES_AT_ONCE = 3;
const KEY = 'roastery-upload-';
const KEPT = 20;
const uploads = new Map();
const lastErrors = new Map();

/** The upload of this job that this page is busy with, if there is one. */
export const uploadOf = (id) => uploads.get(id);

/** What an earlier load of the page, or another tab, was sending to this job; undefined if it was not this browser. */
export function remembered(id) {
  const text = localStorage.getItem(KEY + id);
  return text ? JSON.parse(text) : undefined;
}

export const forget = (id) => localStorage.removeItem(KEY + id);

function remember(id, record) {
  const earlier = Object.keys(localStorage).filter((key) => key.startsWith(KEY)).sort();
  for (const key of earlier.slice(0, Math.max(0, earlier.length - KEPT))) localStorage.removeItem(key);
  try {
    localStorage.setItem(KEY + id, JSON.stringify(record));
  } catch (error) {
    if (error.name !== 'QuotaExceededError') throw error;
    return false; // so many files: this upload goes on, but not after a reload
  }
  return true;
}

/** Each file as it is sent: `{ table, name, file, path }`. */
export function parts(tables) {
  return tables.flatMap(({ name: table, files }) => {
    const names = partNames(files);
    return files.map(({ file, path }, index) => ({ table, name: names[index], file, path }));
  });
}

/** Begins to send; `isSample`: the page can make the same files again. */
export function begin(id, entries, { isSample = false } = {}) {
  const files = entries.map(({ table, name, path, file }) =>
    ({ table, name, path, size: file.size, modified: file.lastModified, file: file.name }));
  remember(id, { isSample, files });
  return start(id, entries, false);
}

export const resume = (id, entries) => start(id, entries, true);

function start(id, entries, isResumed) {
  const upload = new Upload(id, entries, isResumed);
  uploads.set(id, upload);
  lastErrors.delete(id);
  alone(id, () => upload.run()).finally(() => uploads.delete(id));
  return upload;
}

/**
 * Takes a step unless another tab sends to this job: two would send the same parts at the same time. Browsers know
 * locks only over HTTPS or on this machine.
 */
async function alone(id, step) {
  if (!navigator.locks) await step();
  else await navigator.locks.request(KEY + id, { ifAvailable: true }, (lock) => lock && step());
}

/** Whether a tab of this browser sends to this job. */
export async function isSending(id) {
  if (!navigator.locks) return uploads.has(id);
  const { held } = await navigator.locks.query();
  return held.some((lock) => lock.name === KEY + id);
}

/** A call that was given a file that cannot be read fails as one that nobody answers. */
async function checkReadable(file, from) {
  try {
    await file.slice(from, from + 1).arrayBuffer();
  } catch (cause) {
    throw new Error(`${file.name} was changed or cannot be read`, { cause });
  }
}

class Upload {
  constructor(id, entries, isResumed) {
    Object.assign(this, { id, entries, isResumed });
    this.filesSent = 0;
    this.error = undefined;
    this.isStopped = false;
    this.isSealed = false;
  }

  async run() {
    let next = 0;
    const sender = async () => {
      while (next < this.entries.length && !this.isStopped) {
        await this.part(this.entries[next++]);
        this.filesSent++;
      }
    };
    try {
      await Promise.all(Array.from({ length: FILES_AT_ONCE }, sender));
      if (!this.isStopped) await this.seal();
    } catch (error) {
      this.isStopped = true;
      this.error = error;
    }
    lastErrors.set(this.id, this.error);
    if (this.isSealed) forget(this.id);
  }

  stop() {
    this.isStopped = true;
  }

  async part({ table, name, file }) {
    const path = partPath(this.id, table, name);
    const encoding = packing(file.name);
    let offset = this.isResumed ? await this.offset(path) : 0;
    while (offset !== undefined && !this.isStopped) {
      offset = await this.piece(path, file, encoding, offset);
    }
  }

  /** Sends one piece; the offset of the next one, or undefined when the gateway has the file. */
  async piece(path, file, encoding, offset) {
    const isWhole = encoding !== 'identity';
    const from = isWhole ? 0 : offset;
    const end = isWhole ? file.size : Math.min(file.size, from + PIECE_BYTES);
    const isLast = end === file.size;
    const headers = { 'Upload-Complete': isLast ? '?1' : '?0', 'Content-Type': 'application/octet-stream' };
    if (isWhole) headers['Content-Encoding'] = encoding;
    if (from > 0) headers['Upload-Offset'] = String(from);
    try {
      const answer = await send(path, { method: from > 0 ? 'PATCH' : 'PUT', headers, body: file.slice(from, end) });
      return answer.headers.get('Upload-Complete') === '?1' ? undefined : Number(answer.headers.get('Upload-Offset') ?? end);
    } catch (error) {
      if (!error.isLost && error.status !== 429 && error.status !== 408 && error.expectedOffset === undefined) throw error;
      if (error.isLost) await checkReadable(file, from);
      await pause(error.status === 429 ? 1000 : 300);
      return this.offset(path);
    }
  }

  /** From where to go on; undefined if the gateway has the whole file. */
  async offset(path) {
    try {
      const answer = await steadily(undefined, () => send(path, { method: 'HEAD' }));
      return answer.headers.get('Upload-Complete') === '?1' ? undefined : Number(answer.headers.get('Upload-Offset'));
    } catch (error) {
      if (error.status === 404) return 0;
      throw error;
    }
  }

  async seal() {
    try {
      await steadily(undefined, () => post(`${jobPath(this.id)}/seal`));
    } catch (error) {
      // Sealed already, by a call whose answer was lost.
      const job = await steadily(undefined, () => get(`${jobPath(this.id)}?parts=none`));
      if (error.status !== 409 || ['CREATED', 'UPLOADING'].includes(job.state) || isOver(job.state)) throw error;
    }
    this.isSealed = true;
  }
}

/** Why the last upload of this page to that job ended, if it was a mistake. */
export const uploadError = (id) => lastErrors.get(id);
