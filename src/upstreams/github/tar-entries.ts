import { countText } from "#shared/text/counts.ts";

/** An entry of a tar. `path` is as written; bytes that aren't UTF-8 make it null. */
export type TarEntry = {
  path: string | null;
  kind: "file" | "folder" | "link" | "other";
  sizeBytes: number;
  /** A file's bytes; null if there are more than were asked for. */
  bytes: Uint8Array | null;
};

/** A tar that can't be read to its end. */
export class TarError extends Error {
  override readonly name = "TarError";
}

type Limits = {
  /** Larger files are passed over. */
  maxFileBytes: number;
  /** Most bytes of the whole tar, unpacked. @throws TarError beyond it */
  maxBytes: number;
  maxEntries: number;
};

type Header = { name: string | null; size: number; type: string; isEnd: boolean };

const blockSize = 512;
const maxHeaderBytes = 64 * 1024;
const fatal = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a tar as git writes it, with pax and GNU's long names, one entry at a time. `onCommit` is called with the commit, which
 * git writes first; return false to stop there.
 * @throws TarError for a tar that is broken or beyond the limits
 */
export async function* readTarEntries(
  parts: AsyncIterable<Uint8Array>,
  limits: Limits,
  onCommit: (sha: string) => boolean,
): AsyncGenerator<TarEntry> {
  const source = createSource(parts, limits.maxBytes);
  let next: { path?: string | null; size?: number } = {};
  let entries = 0;
  for (;;) {
    const block = await source.take(blockSize);
    if (block === null) return;
    const header = readHeader(block);
    if (header.isEnd) return;
    const isExtra = "xgLK".includes(header.type);
    const size = isExtra ? header.size : (next.size ?? header.size);
    const padding = (blockSize - (size % blockSize)) % blockSize;
    if (isExtra) {
      if (size > maxHeaderBytes) throw new TarError("A header of the archive is too large.");
      const body = await source.need(size);
      await source.skip(padding);
      if (header.type === "g") {
        const commit = readPax(body).get("comment");
        if (commit !== undefined && /^[0-9a-f]{40}$/.test(commit) && !onCommit(commit)) return;
      } else if (header.type === "x") Object.assign(next, readNext(body));
      else if (header.type === "L") next.path = textOf(untilZero(body));
      continue;
    }
    entries += 1;
    if (entries > limits.maxEntries)
      throw new TarError(`It has more than ${countText(limits.maxEntries)} files.`);
    const kind = kindOf(header.type);
    const isRead = kind === "file" && size <= limits.maxFileBytes;
    const bytes = isRead ? await source.need(size) : null;
    await source.skip(isRead ? padding : size + padding);
    yield { path: next.path === undefined ? header.name : next.path, kind, sizeBytes: size, bytes };
    next = {};
  }
}

function kindOf(type: string): TarEntry["kind"] {
  if (type === "0" || type === "\0" || type === "7") return "file";
  if (type === "5") return "folder";
  return type === "1" || type === "2" ? "link" : "other";
}

function readHeader(block: Uint8Array): Header {
  if (block.every((byte) => byte === 0)) return { name: "", size: 0, type: "", isEnd: true };
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== numberOf(block.subarray(148, 156))) throw new TarError("The archive is broken.");
  const isUstar = String.fromCharCode(...block.subarray(257, 262)) === "ustar";
  const prefix = isUstar ? untilZero(block.subarray(345, 500)) : new Uint8Array();
  const name = untilZero(block.subarray(0, 100));
  return {
    name: textOf(prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from("/"), name])),
    size: numberOf(block.subarray(124, 136)),
    type: String.fromCharCode(block[156] ?? 0),
    isEnd: false,
  };
}

/** Reads octal digits, or GNU's base 256 for large numbers. */
function numberOf(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const value = field.slice(1).reduce((total, byte) => total * 256 + byte, 0);
    if (!Number.isSafeInteger(value)) throw new TarError("The archive is broken.");
    return value;
  }
  const digits = String.fromCharCode(...untilZero(field)).trim();
  if (!/^[0-7]*$/.test(digits)) throw new TarError("The archive is broken.");
  return digits === "" ? 0 : Number.parseInt(digits, 8);
}

function readNext(body: Uint8Array): { path?: string | null; size?: number } {
  const pax = readPax(body);
  const path = pax.get("path");
  const size = pax.get("size");
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw new TarError("The archive is broken.");
  return {
    ...(path === undefined ? {} : { path: textOf(Buffer.from(path, "latin1")) }),
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

/** Reads pax records, `length key=value`, with the values as bytes in Latin-1. */
function readPax(body: Uint8Array): Map<string, string> {
  const text = Buffer.from(body).toString("latin1");
  const records = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const [whole, digits = ""] = /^(\d{1,7}) /.exec(text.slice(at, at + 8)) ?? [];
    const length = Number(digits);
    if (whole === undefined || length <= whole.length || at + length > text.length)
      throw new TarError("The archive is broken.");
    const record = text.slice(at + whole.length, at + length - 1);
    const equals = record.indexOf("=");
    records.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return records;
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return fatal.decode(bytes);
  } catch {
    return null;
  }
}

/** Takes bytes from parts of any size, holding no more than what was asked for and one part. */
function createSource(parts: AsyncIterable<Uint8Array>, maxBytes: number) {
  const iterator = parts[Symbol.asyncIterator]();
  let part: Uint8Array = new Uint8Array();
  let at = 0;
  let total = 0;

  async function more(): Promise<boolean> {
    while (at === part.length) {
      const next = await iterator.next();
      if (next.done === true) return false;
      part = next.value;
      at = 0;
      total += part.length;
      if (total > maxBytes)
        throw new TarError(`It’s larger than ${countText(Math.round(maxBytes / 1_000_000))} MB.`);
    }
    return true;
  }

  async function take(size: number): Promise<Uint8Array | null> {
    const bytes = new Uint8Array(size);
    for (let filled = 0; filled < size;) {
      if (!(await more())) {
        if (filled === 0) return null;
        throw new TarError("The archive ends too early.");
      }
      const step = Math.min(size - filled, part.length - at);
      bytes.set(part.subarray(at, at + step), filled);
      filled += step;
      at += step;
    }
    return bytes;
  }

  return {
    take,
    async need(size: number): Promise<Uint8Array> {
      const bytes = size === 0 ? new Uint8Array() : await take(size);
      if (bytes === null) throw new TarError("The archive ends too early.");
      return bytes;
    },
    async skip(size: number): Promise<void> {
      for (let left = size; left > 0;) {
        if (!(await more())) throw new TarError("The archive ends too early.");
        const step = Math.min(left, part.length - at);
        at += step;
        left -= step;
      }
    },
  };
}
