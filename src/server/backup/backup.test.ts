import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import {
  backUp,
  everything,
  fileOf,
  folder,
  openEmpty,
  passphrase,
  schemaOf,
  encryption,
  secretKey,
  tablesOf,
  useOddSite,
} from "../../../tests/support/odd-site.ts";
import { openMigratedDatabase } from "../../../tests/support/test-database.ts";
import { isFullRun } from "../../../tests/support/night.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { checkBackup, createBackup, readBackup } from "./backup.ts";
import { BackupError } from "./backup-error.ts";
import { restoreInto } from "./backup-restore.ts";

const from = useOddSite();

describe.each([
  { kind: "without a passphrase", secret: undefined },
  { kind: "with a passphrase", secret: encryption },
])("a backup $kind", ({ secret }) => {
  let path: string;
  let whole: Buffer;
  beforeAll(async () => {
    path = await backUp(from(), secret);
    whole = readFileSync(path);
  });

  it("restores every row, key, grant, policy and sequence value", async () => {
    const { database: to } = await openEmpty();
    const told: string[] = [];
    const summary = await restoreInto(to, readBackup(path, secret?.passphrase), {
      folder: folder(),
      onTable: (table, rows) => told.push(`${table} ${rows}`),
    });
    expect(summary).toEqual({ tables: 3, rows: 5006 });
    expect(told).toEqual(["a_first 1", "odd 5004", "z_last 1"]);
    expect(await everything(to)).toEqual(await everything(from()));
    expect(await schemaOf(to)).toEqual(await schemaOf(from()));
    const { rows } = await to.pool.query(
      "select nextval('odd_id_seq')::text as id, (select count(*)::int from leases) as leased",
    );
    expect(rows).toEqual([{ id: "9007199254745996", leased: 0 }]);
  });

  it("describes itself in a header, and holds the key only when encrypted", async () => {
    const { header, rows, secretKey: held } = await checkBackup(path, secret?.passphrase);
    expect(header).toMatchObject({ format: 2, appVersion: "0.1.0", holdsKey: secret !== undefined });
    expect(header.migrations.map(({ name }) => name)).toEqual(["0000_odd", "0001_circle"]);
    expect(rows).toBe(5006);
    expect(held).toEqual(secret === undefined ? null : secretKey);
    const bytes = secret === undefined ? gunzipSync(whole) : whole;
    expect(bytes.includes(secretKey.toString("hex"))).toBe(false);
    expect(bytes.includes("generated always")).toBe(secret === undefined);
  });

  it("is refused when truncated or changed anywhere, and leaves nothing behind", async () => {
    const { database: to } = await openEmpty();
    const places = [
      3,
      40,
      100,
      300,
      Math.floor(whole.length / 2),
      whole.length - 300,
      // The byte after it may end in padding bits.
      whole.length - 10,
      whole.length - 1,
    ];
    const altered = places.map((place) => {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      return bytes;
    });
    // Bytes 4 to 9 of gzip's header (time, system) don't affect the content.
    for (const bytes of [...places.slice(1).map((end) => whole.subarray(0, end)), ...altered.slice(1)]) {
      const broken = fileOf(bytes);
      const reason = /is damaged|is incomplete|Wrong passphrase/;
      await expect(checkBackup(broken, secret?.passphrase)).rejects.toThrow(reason);
      await expect(
        restoreInto(to, readBackup(broken, secret?.passphrase), { folder: folder() }),
      ).rejects.toThrow(BackupError);
    }
    expect(await tablesOf(to)).toEqual([]);
  });

  it("is refused by a database that isn't empty, which stays unchanged", async () => {
    const { database: to } = await openEmpty();
    await to.pool.query("create table somebody_else (n int); insert into somebody_else values (1)");
    await expect(restoreInto(to, readBackup(path, secret?.passphrase), { folder: folder() })).rejects.toThrow(
      "The database isn't empty (it has the tables somebody_else).",
    );
    expect(await everything(to)).toEqual({ somebody_else: ['{"n":1}'] });
  });
});

describe("a backup", () => {
  it("opens only with its own passphrase, in any Unicode normalization", async () => {
    const path = await backUp(from(), encryption);
    await expect(checkBackup(path, "Zurich im Fruhling")).rejects.toThrow(`Wrong passphrase for ${path}`);
    await expect(checkBackup(path)).rejects.toThrow("Enter its passphrase");
    expect(await checkBackup(path, passphrase.normalize("NFD"))).toMatchObject({ rows: 5006 });
  });

  it("costs 256 MB of memory for each guess at its passphrase", async () => {
    const giving = createBackup({ database: from(), secretKey, folder: folder() }, { passphrase });
    const { value } = await giving.next();
    await giving.return(undefined);
    expect(String(value)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/);
  });

  it("is a consistent snapshot and doesn't block writers", async () => {
    const bytes: Buffer[] = [];
    const giving = createBackup({ database: from(), secretKey: null, folder: folder() });
    const first = await giving.next();
    await from().pool.query("insert into a_first values (99, null)");
    if (first.done !== true) bytes.push(first.value);
    for await (const piece of giving) bytes.push(piece);
    await from().pool.query("delete from a_first where id = 99");
    expect(await checkBackup(fileOf(Buffer.concat(bytes)))).toMatchObject({
      rows: 5006,
      header: { keyId: null },
    });
  });

  it.each([undefined, encryption])(
    "releases its connection when abandoned, with encryption %j",
    async (secret) => {
      const giving = createBackup({ database: from(), secretKey, folder: folder() }, secret);
      await giving.next();
      await giving.return(undefined);
      // Postgres only notices a closed connection at its next message.
      await vi.waitFor(async () => {
        const { rows } = await from().pool.query(
          "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
        );
        expect(rows).toEqual([]);
      });
    },
  );

  it("isn't made from a database of another version", async () => {
    const other = await openMigratedDatabase();
    try {
      await expect(backUp(other)).rejects.toThrow(
        "The database belongs to another version of Folio (its migrations 0000_app_role",
      );
    } finally {
      await other.close();
    }
  });

  it("is refused if it has a table that its migrations don't create", async () => {
    const { database: odd } = await openEmpty();
    await migrateDatabase(odd, { folder: folder() });
    await odd.pool.query("create table by_hand (n int)");
    const { database: to } = await openEmpty();
    await expect(restoreInto(to, readBackup(await backUp(odd)), { folder: folder() })).rejects.toThrow(
      "a table by_hand that doesn't match its migrations",
    );
    expect(await tablesOf(to)).toEqual([]);
  });

  it.each([
    ["is something else", "PK\u0003\u0004 something else\n", "isn't a Folio backup"],
    ["is empty", "", "isn't a Folio backup"],
    ["is packed and something else", gzipSync("dear diary\n"), "isn't a Folio backup"],
    [
      "is of a later form",
      gzipSync('-- folio-backup {"format":7}\n'),
      "made by a newer version of Folio (format 7",
    ],
    [
      "is of a later form of the old kind",
      "folio-backup 7\n{}\n",
      "made by a newer version of Folio (format 7",
    ],
    ["has no header", gzipSync("-- folio-backup {nonsense\n"), "is damaged"],
    ["is of the old kind and has no header", "folio-backup 1\n{nonsense\n", "is damaged"],
  ])("that %s is refused", async (_, content, reason) => {
    await expect(checkBackup(fileOf(Buffer.from(content)))).rejects.toThrow(reason);
  });

  it("is named in the error when it doesn't exist or is a folder", async () => {
    await expect(checkBackup(join(tmpdir(), "none"))).rejects.toThrow(
      `There's no file ${join(tmpdir(), "none")}`,
    );
    await expect(checkBackup(tmpdir())).rejects.toThrow("is a folder");
  });
});

/** Every value survives a round trip unchanged. */
it("preserves any text, bytes, JSON, text arrays and nulls", { timeout: 180_000 }, async () => {
  const troubled = fc.string({
    unit: fc.constantFrom(
      "\\",
      "\t",
      "\n",
      "\r",
      ".",
      "N",
      "x",
      "'",
      '"',
      "{",
      ",",
      "ä",
      "\u{1f600}",
      "\u2028",
    ),
  });
  const text = fc
    .oneof(
      troubled,
      fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", "")),
    )
    .map((value) => value.toWellFormed());
  const row = fc.record({
    text: fc.option(text),
    bytes: fc.option(fc.uint8Array({ maxLength: 300 })),
    tree: fc.option(
      fc.jsonValue().map((value) => JSON.stringify(value).replaceAll("\\u0000", "").toWellFormed()),
    ),
    words: fc.option(fc.array(fc.option(text), { maxLength: 4 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 150, maxLength: 150 }), async (rows) => {
      const { database: source } = await openEmpty();
      const { database: to } = await openEmpty();
      await migrateDatabase(source, { folder: folder() });
      for (const { text: value, bytes, tree, words } of rows) {
        await source.pool.query(
          'insert into odd ("a ""quoted"" name", bytes, tree, words) values ($1, $2, $3, $4)',
          [value, bytes === null ? null : Buffer.from(bytes), tree, words],
        );
      }
      await restoreInto(to, readBackup(await backUp(source)), { folder: folder() });
      expect(await everything(to)).toEqual(await everything(source));
    }),
    { numRuns: isFullRun ? 20 : 1 },
  );
});
