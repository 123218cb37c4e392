import fs from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Preloaded into a child process (`--import`), keeps a second copy of a directory that holds only what was synced: what
 * a disk would hold if the power went now and everything unsynced were lost. Every sync is also printed.
 * POWER_CUT_FROM is the watched directory, POWER_CUT_TO the copy. Needs /proc to name a descriptor (Linux).
 *
 * A synced file is copied whole. Names are kept by their directory: new, renamed and removed ones count only
 * after the directory itself was synced (a new name whose file was never synced comes back empty).
 */
const from = process.env["POWER_CUT_FROM"] ?? "";
const to = process.env["POWER_CUT_TO"] ?? "";
let renames: { old: string; next: string }[] = [];

const { fdatasyncSync, renameSync } = fs;
const { open } = fs.promises;
fs.fdatasyncSync = (descriptor) => {
  fdatasyncSync(descriptor);
  keep(descriptor);
};
fs.promises.open = async (...args) => {
  const file = await open(...args);
  const sync = file.sync.bind(file);
  file.sync = async () => {
    await sync();
    keep(file.fd);
  };
  return file;
};
fs.renameSync = (old, next) => {
  renameSync(old, next);
  renames.push({ old: String(old), next: String(next) });
};

function keep(descriptor: number): void {
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  if (!path.startsWith(from)) return;
  if (fs.fstatSync(descriptor).isDirectory()) keepNames(path);
  else keepFile(path);
  fs.writeSync(1, `sync ${path.slice(from.length)}\n`);
}

function shadowOf(path: string): string {
  return join(to, path.slice(from.length));
}

function keepFile(path: string): void {
  fs.mkdirSync(dirname(shadowOf(path)), { recursive: true });
  if (fs.existsSync(path)) fs.copyFileSync(path, shadowOf(path));
}

function keepNames(directory: string): void {
  const shadow = shadowOf(directory);
  fs.mkdirSync(shadow, { recursive: true });
  const settled = renames.filter(({ next }) => dirname(next) === directory);
  renames = renames.filter((rename) => !settled.includes(rename));
  for (const { old, next } of settled) {
    if (!fs.existsSync(shadowOf(old))) continue;
    fs.rmSync(join(shadow, basename(next)), { recursive: true, force: true });
    renameSync(shadowOf(old), join(shadow, basename(next)));
  }
  const names = new Set(fs.readdirSync(directory));
  for (const name of fs.readdirSync(shadow)) {
    if (!names.has(name)) fs.rmSync(join(shadow, name), { recursive: true, force: true });
  }
  for (const name of names) {
    if (fs.existsSync(join(shadow, name))) continue;
    if (fs.statSync(join(directory, name)).isDirectory()) fs.mkdirSync(join(shadow, name), { mode: 0o700 });
    else fs.writeFileSync(join(shadow, name), "", { mode: 0o600 });
  }
}
