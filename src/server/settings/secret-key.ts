import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { SettingsError, type Settings } from "./settings.ts";
import { writeSynced } from "../backup/synced-files.ts";

const keyBytes = 32;
const hexKey = /^[0-9a-f]{64}$/i;

/**
 * The server's one secret, 32 bytes: SECRET_KEY, else the file `secret-key` in DATA_DIR (mode 0600), which the first
 * start makes. Servers that start together end up with the same key.
 * @throws SettingsError where the file is damaged or readable by others: sessions and bank links hang on it
 */
export async function loadSecretKey(settings: Pick<Settings, "SECRET_KEY" | "DATA_DIR">): Promise<Buffer> {
  if (settings.SECRET_KEY !== undefined) return readKey(settings.SECRET_KEY, "SECRET_KEY");
  const path = keyPath(settings);
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const text = (await readIfThere(path)) ?? (await makeKeyFile(path, randomBytes(keyBytes)));
  await refuseReadableByOthers(path);
  return readKey(text.trim(), path);
}

/**
 * The same key for a command that must not make one: null where there is none yet.
 * @throws SettingsError as `loadSecretKey`
 */
export async function findSecretKey(
  settings: Pick<Settings, "SECRET_KEY" | "DATA_DIR">,
): Promise<Buffer | null> {
  if (settings.SECRET_KEY === undefined && (await readIfThere(keyPath(settings))) === null) return null;
  return loadSecretKey(settings);
}

/**
 * Puts a key into DATA_DIR where there is none; another one that is there stays, and the answer is false.
 * @throws SettingsError as `loadSecretKey`
 */
export async function keepSecretKey(settings: Pick<Settings, "DATA_DIR">, key: Buffer): Promise<boolean> {
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  await makeKeyFile(keyPath(settings), key);
  return key.equals(await loadSecretKey({ DATA_DIR: settings.DATA_DIR, SECRET_KEY: undefined }));
}

function keyPath({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string {
  return join(DATA_DIR, "secret-key");
}

/** A key of 32 bytes for one purpose, such as "session cookie"; other purposes cannot be computed from it (HKDF). */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `folio ${purpose}`, keyBytes));
}

/** Names a key, to tell whether it is the one that a backup belongs to, and says nothing of it. */
export function backupKeyId(secretKey: Buffer): string {
  return createHash("sha256").update(deriveKey(secretKey, "backup key id")).digest("hex").slice(0, 16);
}

function readKey(text: string, source: string): Buffer {
  if (hexKey.test(text)) return Buffer.from(text, "hex");
  throw new SettingsError([
    `${source} must hold 64 hexadecimal digits (32 bytes). Put the right key back: what was encrypted with it cannot be read without it.`,
  ]);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Written beside its place and linked into it: a second starter sees all of the key or none, and the first link wins. */
async function makeKeyFile(path: string, key: Buffer): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeSynced(draft, `${key.toString("hex")}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(path, "utf8");
}

async function refuseReadableByOthers(path: string): Promise<void> {
  // Windows has no such mode bits.
  if (process.platform === "win32") return;
  const { mode } = await stat(path);
  if ((mode & 0o077) === 0) return;
  throw new SettingsError([
    `${path} can be read by others on this machine: \`chmod 600 ${path}\` closes it.`,
  ]);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
