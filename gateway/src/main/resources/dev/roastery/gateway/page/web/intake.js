// From files and folders that are dropped or chosen to tables: which file belongs to which.
const ENDING = /^(.+)\.(csv|tsv|jsonl|ndjson)(\.gz|\.zst)?$/i;
const HEAD_BYTES = 1 << 16;
const BODY_BYTES = 900_000;
const FILES_LOOKED_AT = 40;
const AT_ONCE = 32;

/** All files of a drop, those of folders too, each with its path. Must be called before the event is over. */
export async function dropped(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

async function walk(entry, found) {
  if (!entry || entry.name.startsWith('.')) return;
  if (entry instanceof File) {
    found.push({ file: entry, path: entry.name });
  } else if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    found.push({ file, path: entry.fullPath.replace(/^\//, '') });
  } else {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const each of some) await walk(each, found);
    }
  }
}

export const chosen = (list) => [...list].filter((file) => !file.name.startsWith('.'))
  .map((file) => ({ file, path: file.webkitRelativePath || file.name }));

export const isPart = (path) => ENDING.test(path.split('/').at(-1));
export const packing = (name) => (/\.gz$/i.test(name) ? 'gzip' : /\.zst$/i.test(name) ? 'zstd' : 'identity');
const stem = (path) => (ENDING.exec(path.split('/').at(-1))?.[1] ?? path);

/** The first bytes of a file, unpacked; null where a browser cannot look inside. */
export async function head(file, size = HEAD_BYTES) {
  const packed = packing(file.name);
  if (packed === 'zstd') return null;
  if (packed === 'identity') return new Uint8Array(await file.slice(0, size).arrayBuffer());
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const pieces = [];
  let length = 0;
  while (length < size) {
    const { value, done } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  reader.cancel().catch(() => {}); // a file that breaks off is refused by the gateway, with its place
  return new Uint8Array(await new Blob(pieces).arrayBuffer()).subarray(0, size);
}

function firstLine(bytes) {
  const end = bytes.indexOf(10);
  const line = new TextDecoder('latin1').decode(bytes.subarray(0, end < 0 ? bytes.length : end)).trim();
  return line.startsWith('{') ? '{' : line;
}

async function inTurn(items, step) {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await step(items[next++]);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}

export function tableName(words) {
  const name = words.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 60);
  return /^[A-Za-z]/.test(name) ? name : `t_${name || 'table'}`;
}

function commonStem(paths) {
  const stems = paths.map(stem);
  let length = stems[0].length;
  for (const each of stems) {
    while (!each.startsWith(stems[0].slice(0, length))) length--;
  }
  const common = stems.length === 1 && !/\d{4,}$/.test(stems[0]) ? stems[0] : stems[0].slice(0, length);
  return common.replace(/[\d\W_]+$/, '') || null;
}

/** A name for files of one folder with one header. */
function nameOf(folder, files, isAlone) {
  const ownFolder = folder.split('/').at(-1);
  const common = commonStem(files.map((each) => each.path));
  if (ownFolder && isAlone && (files.length > 1 || folder.includes('/'))) return tableName(ownFolder);
  return tableName(common ?? ownFolder ?? stem(files[0].path));
}

/**
 * The tables that these files are: files of one folder with one first line belong together.
 * Returns `{ tables: [{ name, files }], others: [path] }`.
 */
export async function sorted(found) {
  const parts = found.filter((each) => isPart(each.path) && each.file.size > 0);
  const others = found.filter((each) => !parts.includes(each)).map((each) => each.path);
  await inTurn(parts, async (each) => {
    const bytes = await head(each.file, 4096).catch(() => null);
    each.line = bytes === null ? null : firstLine(bytes);
  });
  const folders = Map.groupBy(parts, (each) => each.path.split('/').slice(0, -1).join('/'));
  const tables = [];
  const taken = new Set();
  for (const [folder, files] of folders) {
    const known = files.find((each) => each.line !== null)?.line;
    const groups = Map.groupBy(files, (each) => each.line ?? known ?? '');
    for (const group of groups.values()) {
      const wanted = nameOf(folder, group, groups.size === 1);
      let name = wanted;
      for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
      taken.add(name);
      group.sort((one, other) => (one.path < other.path ? -1 : 1));
      tables.push({ name, files: group });
    }
  }
  return { tables: tables.sort((one, other) => (one.name < other.name ? -1 : 1)), others };
}

/** Up to the last line that is whole: line breaks within quotes do not count. */
function wholeLines(bytes) {
  let last = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 34) isQuoted = !isQuoted;
    else if (bytes[at] === 10 && !isQuoted) last = at + 1;
  }
  return bytes.subarray(0, last || bytes.length);
}

/** What the gateway is to look at: the first lines of some files, below one header. */
export async function linesOf(files) {
  const step = Math.ceil(files.length / FILES_LOOKED_AT);
  const looked = files.filter((_, index) => index % step === 0 || index === files.length - 1);
  const size = Math.max(2048, Math.min(HEAD_BYTES * 4, Math.floor(BODY_BYTES / looked.length)));
  const pieces = [];
  for (const { file } of looked) {
    const bytes = await head(file, size);
    if (bytes === null) continue;
    const lines = bytes.length < size ? bytes : wholeLines(bytes);
    const isUtf16 = lines[0] === 0xff || lines[0] === 0xfe;
    if (pieces.length > 0 && isUtf16) break;
    const skip = pieces.length === 0 || lines[0] === 123 ? 0 : lines.indexOf(10) + 1;
    pieces.push(lines.subarray(skip));
    if (isUtf16) break;
    if (lines.at(-1) !== 10) pieces.push(new Uint8Array([10]));
  }
  return pieces.length === 0 ? null : new Blob(pieces);
}

/** A name for each part that its table has only once. */
export function partNames(files) {
  const taken = new Set();
  return files.map(({ path }) => {
    const plain = path.split('/').at(-1).replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^\.+/, '').slice(-200) || 'part.csv';
    let name = plain;
    for (let number = 2; taken.has(name); number++) name = `${number}-${plain}`;
    taken.add(name);
    return name;
  });
}
