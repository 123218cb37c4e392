import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { escapeLiteral } from "pg";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import {
  readForeignKeys,
  readMigrations,
  readSequences,
  readTables,
  tableSql,
} from "../database/database-tables.ts";
import type { Database } from "../database/db.ts";
import { kernelTablesSql, knownMigrations, type Migration } from "../database/migrate.ts";
import { productFile } from "../settings/product-files.ts";
import { BackupError } from "./backup-error.ts";
import { backupFormat, countLines, endMark, headerMark, keyMark, type BackupHeader } from "./backup-parts.ts";
import { beginCopy, copiedSql, copySettings, endCopy, onAllSql } from "./copy-transaction.ts";

export type SqlSource = {
  database: Database;
  /** Names the secret key that tokens are sealed with, and says nothing of it; null where there is none. */
  keyId: string | null;
  /** Goes along where it is given, for which the file must be encrypted. */
  secretKey: Buffer | null;
  /** Folder of the migrations; this version's own unless given. */
  folder?: string | undefined;
};

const packageSchema = z.object({ version: z.string() });

/**
 * The whole database as a script that `psql` runs in an empty one, all of one moment while servers go on writing: the
 * migrations that have run, the rows as COPY writes them, the sequences, the foreign keys; all of it one transaction.
 * Comments in it say what `backup-parts.ts` reads. It is read as the tables' owner: row-level security hides nothing from
 * it, or else it fails. Whoever stops reading ends it.
 * @throws BackupError where the database has migrations that this version does not know
 */
export async function* writeSql(source: SqlSource): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  const counts = { tables: 0, sequences: 0, rows: 0 };
  const client = await beginCopy(source.database, "begin isolation level repeatable read read only");
  let isRead = false;
  try {
    for await (const piece of writeWithoutEnd(client, source, counts)) {
      hash.update(piece);
      yield piece;
    }
    isRead = true;
  } finally {
    // In the middle of a COPY a connection takes no other word.
    if (isRead) await endCopy(client, "rollback");
    else client.release(true);
  }
  yield Buffer.from(`${endMark}${JSON.stringify({ ...counts, sha256: hash.digest("hex") })}\n`);
}

type Counts = { tables: number; sequences: number; rows: number };

async function* writeWithoutEnd(
  client: PoolClient,
  { secretKey, keyId, folder }: SqlSource,
  counts: Counts,
): AsyncGenerator<Buffer> {
  const migrations = await appliedMigrations(client, folder);
  const tables = await readTables(client);
  const foreignKeys = await readForeignKeys(client);
  const header: BackupHeader = {
    format: backupFormat,
    madeAt: new Date().toISOString(),
    appVersion: readAppVersion(),
    migrations: migrations.map(({ name, hash }) => ({ name, hash })),
    keyId,
    holdsKey: secretKey !== null,
  };
  yield Buffer.from(`${headerMark}${JSON.stringify(header)}
-- "npm run restore" puts this into an empty database; psql does too, without Folio.
\\set ON_ERROR_STOP on
begin;
${copySettings}
${kernelTablesSql}
${migrations.map(migrationSql).join("")}
-- Rows in any order, and none of those that the migrations have put there.
${foreignKeys.map(({ dropSql }) => `${dropSql};\n`).join("")}${onAllSql("truncate", tables)}
`);
  for (const table of tables) {
    yield Buffer.from(`copy ${copiedSql(table)} from stdin;\n`);
    for await (const rows of client.query(copyTo(`copy ${copiedSql(table)} to stdout`))) {
      if (!Buffer.isBuffer(rows)) continue;
      counts.rows += countLines(rows);
      yield rows;
    }
    yield Buffer.from("\\.\n");
    counts.tables += 1;
  }
  for (const { name, lastValue, isCalled } of await readSequences(client)) {
    yield Buffer.from(
      `select pg_catalog.setval(${escapeLiteral(tableSql(name))}, ${lastValue}, ${isCalled});\n`,
    );
    counts.sequences += 1;
  }
  yield Buffer.from(
    `${foreignKeys.map(({ addSql }) => `${addSql};\n`).join("")}commit;\n${onAllSql("analyze", tables)}\n`,
  );
  // Behind the last statement: psql sends comments along with the one that follows them, and servers may log it.
  if (secretKey !== null) yield Buffer.from(`${keyMark}${secretKey.toString("hex")}\n`);
}

async function appliedMigrations(client: PoolClient, folder?: string): Promise<Migration[]> {
  const applied = new Map((await readMigrations(client)).map(({ name, hash }) => [name, hash]));
  const found = knownMigrations(folder).filter(({ name, hash }) => applied.get(name) === hash);
  const names = new Set(found.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name));
  if (unknown.length === 0) return found;
  throw new BackupError(
    `The database is of another version of Folio: it has ${unknown.join(", ")}, which are unknown or others here. Make the backup with that version.`,
  );
}

function migrationSql({ name, hash, statements }: Migration): string {
  return `
-- Migration ${name}
${statements.map((statement) => `${statement.trim()}\n;\n`).join("")}insert into folio_kernel.migrations (name, hash) values (${escapeLiteral(name)}, ${escapeLiteral(hash)});
`;
}

function readAppVersion(): string {
  return packageSchema.parse(JSON.parse(readFileSync(productFile("package.json"), "utf8"))).version;
}
