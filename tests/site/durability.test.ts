import { execFileSync, spawn } from "node:child_process";
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isFullRun } from "../support/night.ts";
import { copyNewDataDir } from "../support/test-database.ts";
import { openDatabase } from "#server/database/db.ts";

const support = resolve(import.meta.dirname, "../support/breakage");
const writer = join(support, "database-writer.ts");
const hasStrace = succeeds("strace", ["-o", "/dev/null", "true"]);
const onLinux = process.platform === "linux";
const commits = 40;

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-durability-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Children that start databases, on a machine that runs other tests too. */
describe("the embedded database", { timeout: 120_000 }, () => {
  it.runIf(hasStrace && isFullRun).each([
    { durability: "durable", syncs: "one before each acknowledged commit" },
    { durability: "relaxed", syncs: "none" },
  ])("asks the kernel for $syncs when $durability", async ({ durability }) => {
    const trace = join(directory, "trace");
    await copyNewDataDir(join(directory, "data"));
    const arguments_ = ["-f", "-y", "-e", "trace=fdatasync,fsync,write", "-o", trace, process.execPath];
    await run("strace", [...arguments_, writer, join(directory, "data"), durability, String(commits)]);

    const events = readFileSync(trace, "utf8")
      .split("\n")
      .flatMap((line) => {
        if (/f(?:data)?sync\(\d+<.*\/database\/pg_wal\//.test(line)) return ["sync"];
        if (/write\(1<.*"(?:ack|opened) \d+\\n/.test(line)) return ["ack"];
        return [];
      });
    const afterOpening = events.slice(events.indexOf("ack") + 1);
    expect(afterOpening.filter((event) => event === "ack")).toHaveLength(commits);
    if (durability === "relaxed") expect(events).not.toContain("sync");
    else expect(unsyncedAcks(afterOpening)).toBe(0);
  });

  it.each([
    { durable: true, syncs: "at least one" },
    { durable: false, syncs: "no" },
  ])("makes $syncs sync for each commit where durable is $durable", async ({ durable }) => {
    const dataDir = join(directory, "data");
    await copyNewDataDir(dataDir);
    const sync = vi.spyOn(fs, "fdatasyncSync");
    const database = await openDatabase({ dataDir, durable });
    const syncsByCommit: number[] = [];
    try {
      await database.pool.query("create table counted (n int)");
      for (let n = 0; n < commits; n += 1) {
        const before = sync.mock.calls.length;
        await database.pool.query("insert into counted values ($1)", [n]);
        syncsByCommit.push(sync.mock.calls.length - before);
      }
    } finally {
      await database.close();
    }
    expect(syncsByCommit).toHaveLength(commits);
    expect(syncsByCommit.every((count) => (durable ? count >= 1 : count === 0))).toBe(true);
  });

  it("keeps every acknowledged row when its process is killed in the middle of writes, round after round", async () => {
    const dataDir = join(directory, "data");
    await copyNewDataDir(dataDir);
    let acknowledged = 0;
    for (const killAfter of isFullRun ? [1, 23, 26, 60] : [23]) {
      const round = await run(process.execPath, [writer, dataDir, "durable", "100000"], {
        killWhen: (lines) => lines.filter((line) => line.startsWith("ack")).length >= killAfter,
      });
      expect(openedWith(round)).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = lastAck(round);
    }
    expect(await countRows(dataDir)).toBeGreaterThanOrEqual(acknowledged);
  });

  it.runIf(isFullRun).each(["database.new/pg_wal", "database"])(
    "starts again after its very first start was killed as it made %s",
    async (made) => {
      const dataDir = join(directory, "data");
      await run(process.execPath, [writer, dataDir, "durable", "0"], { killOnPath: join(dataDir, made) });
      const second = await run(process.execPath, [writer, dataDir, "durable", "1"]);
      expect(second).toContain("ack 1");
    },
  );

  it("acknowledges nothing after the disk refused a sync, even once syncs succeed again, and is not ready", async () => {
    const dataDir = join(directory, "data");
    await copyNewDataDir(dataDir);
    const errors: string[] = [];
    const log = {
      info: () => {},
      warn: () => {},
      error: (_: object, message: string) => void errors.push(message),
    };
    const broken = await openDatabase({ dataDir, log });
    await broken.pool.query("create table acknowledged (n int primary key)");
    await broken.pool.query("insert into acknowledged values (1)");
    await broken.ping();

    vi.spyOn(fs, "fdatasyncSync").mockImplementationOnce(() => {
      throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
    });
    await expect(broken.pool.query("insert into acknowledged values (2)")).rejects.toThrow("could not fsync");
    await expect(broken.pool.query("insert into acknowledged values (3)")).rejects.toThrow(
      "The disk refused a write",
    );
    await expect(broken.ping()).rejects.toThrow("The disk refused a write");
    expect(errors).toEqual(["The disk refused a write of the database; restart once it is well."]);

    await broken.close();
    expect(await countRows(dataDir)).toBeGreaterThanOrEqual(1);
  });

  it.runIf(onLinux && isFullRun)(
    "has every acknowledged row on a disk that lost all that was never synced",
    async () => {
      const lines = await runThenCutPower("durable");
      expect(lastAck(lines)).toBeGreaterThanOrEqual(60);
      expect(await countRows(join(directory, "disk"))).toBeGreaterThanOrEqual(lastAck(lines));
    },
  );

  it.runIf(onLinux && isFullRun)(
    "would lose them without its syncs, so the proof above can fail",
    async () => {
      const lines = await runThenCutPower("relaxed");
      expect(lastAck(lines)).toBeGreaterThanOrEqual(60);
      expect(existsSync(join(directory, "disk"))).toBe(false);
    },
  );
});

/** Writes until 60 rows are acknowledged, then dies; `directory/disk` is what the disk had by then. */
function runThenCutPower(durability: "durable" | "relaxed"): Promise<string[]> {
  const dataDir = join(directory, "data");
  mkdirSync(dataDir);
  return run(
    process.execPath,
    ["--import", join(support, "power-cut-disk.ts"), writer, dataDir, durability, "100000"],
    {
      env: { POWER_CUT_FROM: dataDir, POWER_CUT_TO: join(directory, "disk") },
      killWhen: (lines) => lines.includes("ack 60"),
    },
  );
}

/** How many acknowledgements came without a sync since the one before. */
function unsyncedAcks(events: string[]): number {
  return events.filter((event, index) => event === "ack" && events[index - 1] !== "sync").length;
}

function openedWith(lines: string[]): number {
  return Number(lines.find((line) => line.startsWith("opened"))?.slice("opened ".length));
}

function lastAck(lines: string[]): number {
  return Number(lines.findLast((line) => line.startsWith("ack"))?.slice("ack ".length));
}

async function countRows(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir });
  try {
    const { rows } = await database.pool.query<{ count: number }>(
      "select count(*)::int as count from acknowledged",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await database.close();
  }
}

type RunOptions = {
  env?: Record<string, string>;
  killWhen?: (lines: string[]) => boolean;
  killOnPath?: string;
};

/** Runs a program to its end, or kills it without warning; its whole lines on standard output. */
function run(command: string, arguments_: string[], options: RunOptions = {}): Promise<string[]> {
  return new Promise((done, fail) => {
    const child = spawn(command, arguments_, {
      env: { ...process.env, NODE_OPTIONS: "", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let complaint = "";
    let killed = false;
    function kill(): void {
      killed = true;
      child.kill("SIGKILL");
    }
    const watch = setInterval(() => {
      if (options.killOnPath !== undefined && existsSync(options.killOnPath)) kill();
    }, 2);
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      if (!killed && options.killWhen?.(wholeLines(output))) kill();
    });
    child.stderr.on("data", (chunk) => (complaint += String(chunk)));
    child.once("error", fail);
    child.once("close", (code) => {
      clearInterval(watch);
      if (code === 0 || killed) done(wholeLines(output));
      else fail(new Error(`${command} ended with ${code}: ${complaint}`));
    });
  });
}

function wholeLines(output: string): string[] {
  return output.split("\n").slice(0, -1);
}

function succeeds(command: string, arguments_: string[]): boolean {
  try {
    execFileSync(command, arguments_, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
