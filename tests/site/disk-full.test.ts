import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import { administrator, clusterUrl, openCluster } from "#server/database/embedded/cluster.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { freePort } from "../support/ports.ts";
import { isFullRun } from "../support/night.ts";
import { startSiteProcess, type SiteProcess } from "../support/sites/killable-site.ts";
import { copyNewDataDir } from "../support/test-database.ts";

/** The longest allowed budget name; many of them soon need new pages of the table. */
const longName = "n".repeat(90);
const mostSaves = 800;
const diskSize = "200m";

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Requires a small disk in memory, which root can mount except in some containers. */
const canMount = isFullRun && process.platform === "linux" && canMakeDisk();

function canMakeDisk(): boolean {
  const directory = mkdtempSync(join(tmpdir(), "folio-disk-"));
  const isMade = spawnSync("mount", ["-t", "tmpfs", "tmpfs", directory]).status === 0;
  if (isMade) spawnSync("umount", [directory]);
  rmSync(directory, { recursive: true });
  return isMade;
}

function makeDisk(): string {
  const directory = mkdtempSync(join(tmpdir(), "folio-full-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskSize},mode=0700`, "tmpfs", directory]);
  ending.push(() => {
    execFileSync("umount", ["--lazy", directory]);
    rmSync(directory, { recursive: true });
  });
  return directory;
}

/** Fills the disk completely; returns a function that frees the space. */
function fill(disk: string): () => void {
  const filler = join(disk, "filler");
  for (const bytes of [1 << 20, 4096]) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(bytes));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  }
  return () => rmSync(filler);
}

const save = (site: SiteProcess, cookie: string, name: string) =>
  site.call("/api/SaveBudget", {
    cookie,
    body: {
      budgetId: 0,
      name,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      categories: [],
      budgetAccessItems: [],
    },
  });

it.runIf(canMount)(
  "a full disk refuses writes, loses no acknowledged one, and recovers once there is space, even after Postgres stopped",
  async () => {
    const disk = makeDisk();
    const dataDir = join(disk, "data");
    await copyNewDataDir(dataDir);
    const database = await openDatabase({ dataDir });
    ending.push(() => database.close());
    await migrateDatabase(database);
    const { cookie } = await createTestUser(database);
    const site = await startSiteProcess("http://127.0.0.1:9", {
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      WRITES_PER_MINUTE: "100000",
      READS_PER_MINUTE: "100000",
    });
    ending.push(() => site.stop());
    const acknowledged: string[] = [];

    async function saveUntil(status: number, saved: string): Promise<void> {
      for (let turn = 0; turn < mostSaves; turn += 1) {
        const name = `${saved} ${turn} ${longName}`;
        const answer = await save(site, cookie, name);
        if (answer.status === 200) acknowledged.push(name);
        if (answer.status === status) return;
        expect([200, 503]).toContain(answer.status);
      }
      throw new Error(`no answer was ${status}`);
    }

    /** Recovers automatically once Postgres has restarted. */
    async function isBack(): Promise<void> {
      const name = `after ${acknowledged.length}`;
      const isSaved = async () => (await save(site, cookie, name)).status;
      await expect.poll(isSaved, { timeout: 90_000, interval: 1_000 }).toBe(200);
      acknowledged.push(name);
    }

    await saveUntil(200, "before");
    const freeTable = fill(disk);
    await saveUntil(503, "full");
    expect([200, 503]).toContain((await site.call("/api/GetBudgets", { cookie })).status);
    freeTable();
    await isBack();

    // Connected first, since Postgres may need space to accept a connection.
    const url = clusterUrl(await openCluster(dataDir), { role: administrator, database: "postgres" });
    const log = await openDatabase({ databaseUrl: url });
    ending.push(() => log.close());
    await log.pool.query("create table gone (n int)");
    const freeLog = fill(disk);
    // Each needs a new log file; without one Postgres stops rather than lose data.
    const giveUp = async () => {
      for (let file = 0; file < 100; file += 1)
        await log.pool.query("insert into gone values (1); select pg_switch_wal()");
    };
    await expect(giveUp()).rejects.toThrow();
    freeLog();
    await isBack();
    const { data } = await site.call<{ budgetName: string }[]>("/api/GetBudgets", { cookie });
    const names = new Set(data.map(({ budgetName }) => budgetName));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  },
  240_000,
);
