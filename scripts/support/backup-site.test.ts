import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { createTestUser } from "../../tests/support/factories/auth-factory.ts";
import { createTestAccessItem } from "../../tests/support/factories/access-item-factory.ts";
import { openDatabase } from "#server/database/db.ts";
import { loadSecretKey } from "#server/settings/secret-key.ts";
import { freePort } from "../../tests/support/ports.ts";
import { startBank, startSiteProcess } from "../../tests/support/sites/killable-site.ts";
import { copyNewDataDir } from "../../tests/support/test-database.ts";
import { outcomeOf, startProgram } from "../../tests/support/programs.ts";
import { isFullRun } from "../../tests/support/night.ts";

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Runs a command as the owner would, on a DATA_DIR. */
function run(script: string, dataDir: string, ...args: string[]) {
  const environment = { DATA_DIR: dataDir, FOLIO_BACKUP_PASSPHRASE: "correct horse battery staple" };
  return outcomeOf(startProgram([`scripts/${script}.ts`, ...args], environment));
}

type Bank = { institutionAccessItemId: number; institution: { name: string }; item: { state: string } };

it.runIf(isFullRun)(
  "a site is backed up while it runs, even after a kill, and continues elsewhere with its sessions and bank links",
  { timeout: 240_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "folio-backup-site-"));
    ending.push(() => rmSync(directory, { recursive: true, force: true }));
    const dataDir = join(directory, "data");
    const elsewhere = join(directory, "elsewhere");
    await copyNewDataDir(dataDir, { isMigrated: true });
    const port = await freePort();
    const bank = await startBank(`http://localhost:${port}`);
    ending.push(() => bank.stop());
    const database = await openDatabase({ dataDir, durable: false });
    const secretKey = await loadSecretKey({ DATA_DIR: dataDir, SECRET_KEY: undefined });
    const { userId, cookie } = await createTestUser(database);
    await createTestAccessItem(database, userId, { link: { ...(await bank.link()), secretKey } });
    await database.close();

    const first = await startSiteProcess(bank.origin, { PORT: String(port), DATA_DIR: dataDir });
    await first.kill();
    expect(existsSync(join(dataDir, "postgres-18/postmaster.pid")), "left by the killed server").toBe(true);
    const second = await startSiteProcess(bank.origin, { PORT: String(port), DATA_DIR: dataDir });
    ending.push(() => second.kill());
    const before = await second.call<Bank[]>("/api/GetUserAccessItems", { cookie });
    expect(before.data.map(({ institution }) => institution.name)).toEqual(["Test Bank"]);

    const file = join(directory, "site.backup");
    const backup = await run("backup", dataDir, "--to", file);
    expect(backup.output).toContain("verified the file");
    expect(backup.code).toBe(0);
    await second.kill();

    const restore = await run("restore", elsewhere, file);
    expect(restore.output).toContain("and verified");
    expect(restore.code).toBe(0);
    expect(await loadSecretKey({ DATA_DIR: elsewhere, SECRET_KEY: undefined })).toEqual(secretKey);
    const third = await startSiteProcess(bank.origin, { PORT: String(port), DATA_DIR: elsewhere });
    ending.push(() => third.kill());
    const after = await third.call<Bank[]>("/api/GetUserAccessItems", { cookie });
    expect(after.data.map(({ institution }) => institution.name)).toEqual(["Test Bank"]);
    const institutionAccessItemId = after.data[0]?.institutionAccessItemId;
    const synced = await third.call<Bank>("/api/SyncAccessItem", {
      cookie,
      body: { institutionAccessItemId },
    });
    expect(synced).toMatchObject({ status: 200, data: { item: { state: "healthy" } } });
  },
);
