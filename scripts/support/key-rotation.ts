import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { resealBankTokens } from "#features/institutions/server/index.ts";
import { resealGitHubTokens } from "#features/github/server/index.ts";
import { openDatabase, type Database } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded/cluster.ts";
import { DataDirInUseError } from "#server/database/embedded/postgres.ts";
import { findPendingMigrations } from "#server/database/migrate.ts";
import { loadSecretKey } from "#server/settings/secret-key.ts";
import type { Settings } from "#server/settings/settings.ts";
import { writeSynced } from "#server/backup/synced-files.ts";
import { CommandRefused } from "./command-end.ts";

type RotationSettings = Pick<Settings, "DATABASE_URL" | "DATA_DIR" | "SECRET_KEY">;

const keyBytes = 32;
const hexKey = /^[0-9a-f]{64}$/i;

/**
 * Replaces the secret key and reseals everything sealed with it. A key in a file is replaced by a new one; for SECRET_KEY,
 * `newKey` is used, which the owner must then set. Everything runs in one transaction; an interrupted run can be repeated.
 * @returns lines that report the result to a person
 * @throws CommandRefused
 */
export async function rotateKey({
  settings,
  newKey,
}: {
  settings: RotationSettings;
  newKey: string | undefined;
}): Promise<string[]> {
  if (settings.SECRET_KEY === undefined && newKey !== undefined && newKey !== "")
    throw new CommandRefused(
      "NEW_SECRET_KEY needs the old key in SECRET_KEY. If the old key is in DATA_DIR, unset NEW_SECRET_KEY; a new key is generated there.",
    );
  refuseWithoutDatabase(settings);
  const database = await openStopped(settings);
  try {
    await refuseEmpty(database);
    const from = await loadSecretKey(settings);
    const next = settings.SECRET_KEY === undefined ? await nextKeyFile(settings) : givenKey(newKey, from);
    const done = await database.unsafeDb.transaction(async (tx) => ({
      banks: await resealBankTokens(tx, from, next.key),
      accounts: await resealGitHubTokens(tx, from, next.key),
    }));
    await next.install();
    return [
      `Resealed with the new key: bank tokens (${done.banks.resealed}), GitHub tokens (${done.accounts.resealed}).`,
      ...unreadable(done.banks.unreadable, "bank tokens", "banks"),
      ...unreadable(done.accounts.unreadable, "GitHub tokens", "GitHub accounts"),
      next.whatNow,
    ];
  } finally {
    await database.close();
  }
}

function refuseWithoutDatabase({ DATABASE_URL, DATA_DIR }: RotationSettings): void {
  const dataDir = resolve(DATA_DIR);
  if (DATABASE_URL !== undefined || holdsCluster(dataDir)) return;
  refuseOtherVersions(dataDir);
  throw new CommandRefused(`There's nothing to reseal: ${dataDir} has no database.`);
}

async function refuseEmpty(database: Database): Promise<void> {
  const { isNew } = await findPendingMigrations(database);
  if (isNew) throw new CommandRefused("There's nothing to reseal: the database is empty.");
}

function unreadable(count: number, tokens: string, linked: string): string[] {
  return count === 0 ? [] : [`Neither key opens some ${tokens} (${count}). Link those ${linked} again.`];
}

type NextKey = { key: Buffer; install: () => Promise<void>; whatNow: string };

function givenKey(newKey: string | undefined, from: Buffer): NextKey {
  if (newKey === undefined || !hexKey.test(newKey)) {
    throw new CommandRefused(
      "Set NEW_SECRET_KEY to the new key (64 hexadecimal digits, for example from `openssl rand -hex 32`). Keep the old one in SECRET_KEY for this run.",
    );
  }
  const key = Buffer.from(newKey, "hex");
  if (key.equals(from)) throw new CommandRefused("NEW_SECRET_KEY is the current key. Choose a new one.");
  return {
    key,
    install: async () => {},
    whatNow: "Now set SECRET_KEY to the new key on every server and start them.",
  };
}

/** The new key is saved next to the old one before it seals anything, so that an interrupted run can continue with it. */
async function nextKeyFile({ DATA_DIR }: RotationSettings): Promise<NextKey> {
  const path = join(DATA_DIR, "secret-key");
  const nextPath = `${path}.next`;
  if (!existsSync(nextPath)) await writeSynced(nextPath, `${randomBytes(keyBytes).toString("hex")}\n`);
  const text = (await readFile(nextPath, "utf8")).trim();
  if (!hexKey.test(text))
    throw new CommandRefused(`${nextPath} contains no key. Delete it and run this command again.`);
  return {
    key: Buffer.from(text, "hex"),
    install: () => rename(nextPath, path),
    whatNow: `The new key is in ${path}. Start the server and make a new backup; older ones need the old key.`,
  };
}

async function openStopped({ DATABASE_URL, DATA_DIR }: RotationSettings): Promise<Database> {
  try {
    return await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, isAlone: true });
  } catch (error) {
    if (error instanceof DataDirInUseError) throw new CommandRefused(`${error.reason} Stop it first.`);
    throw error;
  }
}
