import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rememberBackup } from "#server/backup/backup-file.ts";
import { readSettings } from "#server/settings/settings.ts";
import { checkBackupAge } from "./doctor-backup.ts";

const now = new Date("2026-11-21T10:00:00Z");
let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "folio-doctor-backup-"))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function check(more: Record<string, string> = {}) {
  return checkBackupAge(readSettings({ DATA_DIR: directory, ...more }), now);
}

function makeDatabase(): void {
  mkdirSync(join(directory, "postgres-18"));
  writeFileSync(join(directory, "postgres-18/PG_VERSION"), "18\n");
}

async function remember(madeAt: string, encrypted = true): Promise<string> {
  const file = join(directory, "one.backup");
  writeFileSync(file, "");
  await rememberBackup(directory, { madeAt, file, bytes: 1, encrypted });
  return file;
}

describe("the last backup", () => {
  it("isn't needed while there is nothing to lose", () => {
    expect(check()).toMatchObject({ state: "ok", message: "nothing to lose yet" });
    makeDatabase();
    expect(check({ FOLIO_DEMO: "1" })).toMatchObject({ state: "ok" });
  });

  it("is a warning if there is none, with either database", () => {
    makeDatabase();
    expect(check()).toMatchObject({
      state: "warn",
      message: expect.stringMatching(/^none yet; run `npm run backup`/),
    });
    const postgres = check({ DATABASE_URL: "postgres://127.0.0.1/folio", SECRET_KEY: "a".repeat(64) });
    expect(postgres).toMatchObject({
      state: "warn",
      message: expect.stringContaining("Postgres' own tools"),
    });
  });

  it.each([
    ["2026-11-21T09:00:00.000Z", "ok", "less than a day old"],
    ["2026-11-20T09:00:00.000Z", "ok", "1 day old"],
    ["2026-11-14T10:00:01.000Z", "ok", "6 days old"],
    ["2026-11-14T10:00:00.000Z", "warn", "7 days old"],
  ])("of %s is %s: %s", async (madeAt, state, words) => {
    makeDatabase();
    const file = await remember(madeAt);
    expect(check()).toMatchObject({ state, message: `${words}, encrypted: ${file}` });
  });

  it("is reported if its file is gone or lacks the key", async () => {
    makeDatabase();
    const file = await remember("2026-11-21T09:00:00.000Z", false);
    rmSync(file);
    expect(check().message).toBe(
      `less than a day old, without the secret key: ${file}, which no longer exists`,
    );
  });

  it("counts as never made if its record can't be read", async () => {
    makeDatabase();
    writeFileSync(join(directory, "last-backup"), "{ nonsense");
    expect(check()).toMatchObject({ state: "warn", message: expect.stringContaining("none yet") });
    writeFileSync(join(directory, "last-backup"), '{"madeAt":"yesterday"}');
    expect(check()).toMatchObject({ state: "warn" });
  });
});
