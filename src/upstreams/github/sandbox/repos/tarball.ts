import { gzipSync } from "node:zlib";
import type { GitCommit, GitFile } from "./git-objects.ts";
import { listFiles } from "./languages.ts";

const blockSize = 512;
const nameBytes = 100;

/** Makes the archive of a commit as git does: its sha as a comment, a folder on top, and every file, gzipped. */
export function makeTarball(owner: string, name: string, commit: GitCommit): Uint8Array {
  const folder = `${owner}-${name}-${commit.sha.slice(0, 7)}/`;
  const parts = [
    ...entry("pax_global_header", "g", paxRecord("comment", commit.sha)),
    ...entry(folder, "5", Buffer.alloc(0)),
    ...listFiles(commit.tree).flatMap((file) => fileEntry(folder, file)),
    Buffer.alloc(blockSize * 2),
  ];
  return gzipSync(Buffer.concat(parts));
}

function fileEntry(folder: string, { path, mode, bytes }: GitFile): Buffer[] {
  if (mode === "160000") return entry(`${folder}${path}/`, "5", Buffer.alloc(0));
  return mode === "120000"
    ? entry(`${folder}${path}`, "2", Buffer.alloc(0), bytes.toString())
    : entry(`${folder}${path}`, "0", bytes);
}

/** Returns an entry's blocks, with a pax header for a name that doesn't fit. */
export function entry(path: string, type: string, bytes: Buffer, link = ""): Buffer[] {
  const isLong = Buffer.byteLength(path) > nameBytes || !/^[\x20-\x7e]*$/.test(path);
  const extra = isLong ? entry("pax_header", "x", paxRecord("path", path)) : [];
  const padding = Buffer.alloc((blockSize - (bytes.length % blockSize)) % blockSize);
  return [...extra, header(isLong ? "long" : path, type, bytes.length, link), bytes, padding];
}

function header(path: string, type: string, size: number, link: string): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(path, 0, nameBytes);
  block.write(type === "5" ? "0000775\0" : "0000664\0", 100);
  block.write("0000000\0", 108);
  block.write("0000000\0", 116);
  block.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  block.write("00000000000\0", 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.write(link, 157, nameBytes);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Returns a pax record, whose length counts itself. */
export function paxRecord(key: string, value: string): Buffer {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return Buffer.from(`${length}${rest}`);
}
