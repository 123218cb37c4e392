import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import { migrateDatabase } from "#server/database/migrate.ts";
import { createTestUser } from "../support/factories/auth-factory.ts";
import { freePort } from "../support/ports.ts";
import { isFullRun } from "../support/night.ts";
import { startBuiltSite, type SiteProcess } from "../support/sites/killable-site.ts";
import { copyNewDataDir } from "../support/test-database.ts";

/** Number of kills; `FOLIO_KILLS=1000` runs longer and prints the results kept in docs/operations.md. */
const kills = Number(process.env["FOLIO_KILLS"] ?? 30);
const people = 20;
const pauseMs = 50;
const backTimeoutMs = 120_000;

const ending: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

/** Prepares the site on its own DATA_DIR, with functions that kill its processes. */
async function prepare() {
  const directory = mkdtempSync(join(tmpdir(), "folio-kills-"));
  ending.push(() => rmSync(directory, { recursive: true, force: true }));
  const dataDir = join(directory, "data");
  await copyNewDataDir(dataDir);
  const database = await openDatabase({ dataDir });
  await migrateDatabase(database);
  const cookies: string[] = [];
  for (let person = 0; person < people; person += 1) cookies.push((await createTestUser(database)).cookie);
  await database.close();
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    READS_PER_MINUTE: "1000000",
    WRITES_PER_MINUTE: "1000000",
  };
  let site = await startBuiltSite(environment);
  ending.push(() => site.stop());
  return {
    dataDir,
    cookies,
    site: (): SiteProcess => site,
    kinds: {
      async server() {
        await site.kill();
        site = await startBuiltSite(environment);
      },
      async postgres() {
        const note = readFileSync(join(dataDir, "postgres-18/postmaster.pid"), "utf8");
        process.kill(Number(note.split("\n")[0]), "SIGKILL");
      },
    },
  };
}

type Scene = Awaited<ReturnType<typeof prepare>>;
type Load = { isOver: boolean; acknowledged: Set<string>; statuses: Set<number> };

/** Saves budgets one after the other, whatever happens; a name is never tried twice. */
async function write(scene: Scene, person: number, load: Load): Promise<void> {
  const cookie = scene.cookies[person] ?? "";
  for (let turn = 0; !load.isOver; turn += 1) {
    const name = `person ${person}, turn ${turn}`;
    const body = {
      budgetId: 0,
      name,
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      categories: [],
      budgetAccessItems: [],
    };
    // A dying server leaves its calls unanswered; whether they were saved is unknown, and either is fine.
    const answer = await scene
      .site()
      .call("/api/SaveBudget", { cookie, body })
      .catch(() => null);
    if (answer !== null) load.statuses.add(answer.status);
    if (answer?.status === 200) load.acknowledged.add(name);
    await sleep(pauseMs);
  }
}

/** Returns the time until a number of further writes are acknowledged, in ms. */
async function untilMore(load: Load, count: number): Promise<number> {
  const startedAt = performance.now();
  const expected = load.acknowledged.size + count;
  while (load.acknowledged.size < expected) {
    if (performance.now() - startedAt > backTimeoutMs)
      throw new Error("The site does not recover on its own.");
    await sleep(pauseMs);
  }
  return performance.now() - startedAt;
}

it.runIf(isFullRun)(
  "keeps every acknowledged write of twenty people and recovers on its own while its server and its Postgres are killed repeatedly",
  async () => {
    const scene = await prepare();
    const load: Load = { isOver: false, acknowledged: new Set(), statuses: new Set() };
    const writers = scene.cookies.map((_cookie, person) => write(scene, person, load));
    const backMs = { server: [0], postgres: [0] };
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        await untilMore(load, people);
        await sleep(randomInt(200));
        const kind = randomInt(2) === 0 ? "server" : "postgres";
        const startedAt = performance.now();
        await scene.kinds[kind]();
        await untilMore(load, 1);
        backMs[kind].push(performance.now() - startedAt);
      }
    } finally {
      load.isOver = true;
      await Promise.all(writers);
    }
    const database = await openDatabase({ dataDir: scene.dataDir });
    ending.push(() => database.close());
    const { rows } = await database.pool.query<{ name: string }>("select name from budgets");
    const stored = new Set(rows.map(({ name }) => name));
    if (process.env["FOLIO_KILLS"] !== undefined) {
      const said = (["server", "postgres"] as const).map(
        (kind) =>
          `${backMs[kind].length - 1} of ${kind} (back after ${Math.max(...backMs[kind]).toFixed(0)} ms at most)`,
      );
      process.stdout.write(
        `${kills} kills: ${said.join(", ")}; ${load.acknowledged.size} writes acknowledged, ${[...load.acknowledged].filter((name) => !stored.has(name)).length} of them gone\n`,
      );
    }
    expect(
      [...load.acknowledged].filter((name) => !stored.has(name)),
      "acknowledged and gone",
    ).toEqual([]);
    expect([...load.statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(rows).toHaveLength(stored.size);
  },
  600_000 + kills * 20_000,
);
