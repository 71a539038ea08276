// Numbers, sizes, moments and words as people read them.
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function bytes(count) {
  if (count === undefined || count === null) return '–';
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** A number as the gateway wrote it, with its digits in groups; no digit is changed. */
export function digits(written) {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(String(written));
  if (!match) return String(written);
  return match[1] + match[2].replace(/\B(?=(\d{3})+$)/g, ',') + (match[3] ?? '');
}

export const count = (number, word, words = `${word}s`) =>
  `${digits(number)} ${Number(number) === 1 ? word : words}`;

/** 1200000 as 1.2 M: for axes and for places with little room. */
export function short(number) {
  const size = Math.abs(number);
  for (const [limit, unit] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (size >= limit) return `${Number((number / limit).toPrecision(3))} ${unit}`;
  }
  return String(Number(number.toPrecision(3)));
}

export function duration(millis) {
  if (millis === undefined || millis === null || Number.isNaN(millis)) return '–';
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** How long ago, in one unit. */
export function ago(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} days ago`;
}

export const since = (instant) => (instant ? ago(Date.now() - Date.parse(instant)) : '–');
export const moment = (instant) => (instant ? new Date(instant).toLocaleString() : '–');

/** The time of day, with milliseconds where several things happen in a second. */
export function clock(instant) {
  const at = new Date(instant);
  const two = (value) => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${
    String(at.getMilliseconds()).padStart(3, '0')}`;
}

export const shortId = (id) => id.slice(-8);

const WORDS = { CREATED: 'waiting for files', WAITING_FOR_APPROVAL: 'waiting for approval', NOTIFYING: 'notifying' };
export const stateWords = (state) => WORDS[state] ?? state.toLowerCase().replaceAll('_', ' ');
export const TERMINAL = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED'];
export const isOver = (state) => TERMINAL.includes(state);

/** What a job is called by people. */
export const titleOf = ({ name, queries }) =>
  name || `${queries[0]}${queries.length > 1 ? ` and ${queries.length - 1} more` : ''}`;

/** How long a job has taken, up to now if it is not over. */
export function took(job) {
  const from = Date.parse(job.created);
  const until = job.finished ? Date.parse(job.finished) : isOver(job.state) ? Date.parse(job.updated) : Date.now();
  return until - from;
}

/** A sentence of the gateway; one that begins with the name of a file keeps it as it is. */
export const errorSentence = (error) => {
  const words = String(error?.message ?? error);
  const isWord = /^[a-z]+[ ,:]/.test(words);
  return (isWord ? words.charAt(0).toUpperCase() + words.slice(1) : words) + (/[.!?…]$/.test(words) ? '' : '.');
};
