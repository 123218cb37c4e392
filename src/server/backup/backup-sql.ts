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
import {
  kernelTablesSql,
  knownMigrations,
  type Migration,
  type MigrationSource,
} from "../database/migrate.ts";
import { productFile } from "../settings/product-files.ts";
import { BackupError } from "./backup-error.ts";
import { backupFormat, countLines, endMark, headerMark, keyMark, type BackupHeader } from "./backup-parts.ts";
import { beginCopy, checkRowsSql, copiedSql, copySettings, endCopy, onAllSql } from "./copy-transaction.ts";

export type SqlSource = MigrationSource & {
  database: Database;
  /** Id of the secret key that seals the tokens (it reveals nothing about the key), or null if there is none. */
  keyId: string | null;
  /** Included in the backup if given; the file must then be encrypted. */
  secretKey: Buffer | null;
};

const packageSchema = z.object({ version: z.string() });

/**
 * Yields the whole database as a script that `psql` can run in an empty database, as one consistent snapshot while servers keep
 * writing: the applied migrations, the rows in COPY format, the sequences and the foreign keys, all in one transaction.
 * Comments hold the marks that `backup-parts.ts` reads. It must run as the tables' owner, so that row-level security hides
 * nothing; otherwise it fails. Closing the generator ends the transaction.
 * @throws BackupError if the database has migrations unknown to this version
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
    // A connection can't run another statement in the middle of a COPY.
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
-- Rows in any order; rows inserted by the migrations are removed first.
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
    `${checkRowsSql};\n${foreignKeys.map(({ addSql }) => `${addSql};\n`).join("")}commit;\n${onAllSql("analyze", tables)}\n`,
  );
  // After the last statement: psql sends comments along with the statement that follows, and servers may log it.
  if (secretKey !== null) yield Buffer.from(`${keyMark}${secretKey.toString("hex")}\n`);
}

async function appliedMigrations(client: PoolClient, folder?: string): Promise<Migration[]> {
  const applied = new Map((await readMigrations(client)).map(({ name, hash }) => [name, hash]));
  const found = knownMigrations(folder).filter(({ name, hash }) => applied.get(name) === hash);
  const names = new Set(found.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !names.has(name));
  if (unknown.length === 0) return found;
  throw new BackupError(
    `The database belongs to another version of Folio (its migrations ${unknown.join(", ")} don't match). Make the backup with that version.`,
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
