import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { siteConfig } from "#site-config";
import { freePort } from "../support/free-port.ts";
import { isFullRun } from "../support/night.ts";
import { copyNewDataDir } from "../support/test-database.ts";
import { openDatabase } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";

const program = fileURLToPath(new URL("../support/breakage/killable-server.ts", import.meta.url));
const fullDisk = fileURLToPath(new URL("../support/breakage/full-disk.ts", import.meta.url));
/** A name of a budget may be so long; many of them need new pages of the table soon. */
const longName = "n".repeat(90);
const mostSaves = 400;

const children: ChildProcess[] = [];
const directories: string[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

/** The site in a process of its own, on a disk that can be full. */
async function startSite(dataDir: string, port: number) {
  const child = spawn(process.execPath, ["--import", fullDisk, program, "http://127.0.0.1:9"], {
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "silent",
      WRITES_PER_MINUTE: "100000",
      FULL_DISK_UNDER: join(dataDir, "database"),
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  await once(child.stdout, "data");
  const origin = `http://127.0.0.1:${port}`;
  return {
    child,
    async fillOrFree(becomes: "full" | "free"): Promise<void> {
      child.kill("SIGUSR2");
      const note = join(dataDir, "database.disk");
      await vi.waitUntil(() => existsSync(note) && readFileSync(note, "utf8") === becomes);
    },
    get: (path: string, cookie: string) => fetch(`${origin}${path}`, { headers: { cookie } }),
    save: (name: string, cookie: string) =>
      fetch(`${origin}/api/SaveBudget`, {
        method: "POST",
        headers: { cookie, origin, "content-type": "application/json", "x-tenant": siteConfig.tenant },
        body: JSON.stringify({
          budgetId: 0,
          name,
          startDate: "2026-11-01",
          endDate: "2026-11-30",
          categories: [],
          budgetAccessItems: [],
        }),
      }),
  };
}

it.runIf(process.platform === "linux" && isFullRun)(
  "a full disk refuses what is new with words, loses nothing that was acknowledged, and is over when there is room again",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "folio-full-"));
    directories.push(dataDir);
    await copyNewDataDir(dataDir);
    const database = await openDatabase({ dataDir, durable: false });
    await migrateDatabase(database);
    const { cookie } = await createTestUser(database);
    await database.close();

    const port = await freePort();
    const site = await startSite(dataDir, port);
    const acknowledged: string[] = [];
    expect((await site.save("before", cookie)).status).toBe(200);
    acknowledged.push("before");

    await site.fillOrFree("full");
    let refused: Response | null = null;
    for (let turn = 0; turn < mostSaves && refused === null; turn += 1) {
      const name = `${turn} ${longName}`;
      const answer = await site.save(name, cookie);
      if (answer.status === 200) acknowledged.push(name);
      else refused = answer;
    }
    expect(refused?.status).toBe(503);
    expect(await refused?.json()).toMatchObject({ success: false, statusCode: 503 });
    expect((await site.get("/healthz", cookie)).status).toBe(200);
    expect([200, 503]).toContain((await site.get("/api/GetBudgets", cookie)).status);

    await site.fillOrFree("free");
    let back = site;
    if ((await site.save("after", cookie)).status !== 200) {
      // The engine may have given up to keep what it has: then it says so, and a restart is what brings it back.
      expect((await site.get("/readyz", cookie)).status).toBe(503);
      site.child.kill("SIGTERM");
      await once(site.child, "close");
      back = await startSite(dataDir, port);
      expect((await back.save("after", cookie)).status).toBe(200);
    }
    const { data } = (await (await back.get("/api/GetBudgets", cookie)).json()) as {
      data: { budgetName: string }[];
    };
    const names = new Set(data.map(({ budgetName }) => budgetName));
    expect([...acknowledged, "after"].filter((name) => !names.has(name))).toEqual([]);
  },
  60_000,
);
