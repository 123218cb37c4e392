import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "#shared/error-code.ts";
import { SettingsError, type Settings } from "./settings.ts";
import { writeSynced } from "../backup/synced-files.ts";
import { makeDataDir } from "../database/data-dir.ts";

const keyBytes = 32;
const hexKey = /^[0-9a-f]{64}$/i;

/**
 * Returns the server's one secret, 32 bytes: SECRET_KEY, else the file `secret-key` in DATA_DIR (mode 0600), created at the
 * first start. Servers that start together get the same key.
 * @throws SettingsError if the file is damaged or readable by others, because sessions and bank links depend on it
 */
export async function loadSecretKey(settings: Pick<Settings, "SECRET_KEY" | "DATA_DIR">): Promise<Buffer> {
  if (settings.SECRET_KEY !== undefined) return readKey(settings.SECRET_KEY, "SECRET_KEY");
  const path = keyPath(settings);
  makeDataDir(settings.DATA_DIR);
  const text = (await readIfThere(path)) ?? (await makeKeyFile(path, randomBytes(keyBytes)));
  await refuseReadableByOthers(path);
  return readKey(text.trim(), path);
}

/**
 * Returns the same key for a command that must not create one: null if there is none yet.
 * @throws SettingsError like `loadSecretKey`
 */
export async function findSecretKey(
  settings: Pick<Settings, "SECRET_KEY" | "DATA_DIR">,
): Promise<Buffer | null> {
  if (settings.SECRET_KEY === undefined && (await readIfThere(keyPath(settings))) === null) return null;
  return loadSecretKey(settings);
}

/**
 * Stores a key in DATA_DIR unless there already is one; returns false if that is a different one.
 * @throws SettingsError like `loadSecretKey`
 */
export async function keepSecretKey(settings: Pick<Settings, "DATA_DIR">, key: Buffer): Promise<boolean> {
  makeDataDir(settings.DATA_DIR);
  await makeKeyFile(keyPath(settings), key);
  return key.equals(await loadSecretKey({ DATA_DIR: settings.DATA_DIR, SECRET_KEY: undefined }));
}

function keyPath({ DATA_DIR }: Pick<Settings, "DATA_DIR">): string {
  return join(DATA_DIR, "secret-key");
}

/** Derives a 32-byte key for one purpose, such as "session cookie"; keys for other purposes can't be computed from it (HKDF). */
export function deriveKey(secretKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `folio ${purpose}`, keyBytes));
}

/** Returns an id that tells whether a key belongs to a backup without revealing anything about the key. */
export function backupKeyId(secretKey: Buffer): string {
  return createHash("sha256").update(deriveKey(secretKey, "backup key id")).digest("hex").slice(0, 16);
}

function readKey(text: string, source: string): Buffer {
  if (hexKey.test(text)) return Buffer.from(text, "hex");
  throw new SettingsError([
    `${source} must hold 64 hexadecimal digits (32 bytes). Restore the right key; data encrypted with it can't be read without it.`,
  ]);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes the key next to its place and links it in, so that a second server sees a complete key or none, and the first link
 * wins.
 */
async function makeKeyFile(path: string, key: Buffer): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  await writeSynced(draft, `${key.toString("hex")}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
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
  throw new SettingsError([`Other accounts on this machine can read ${path}. Run \`chmod 600 ${path}\`.`]);
}
