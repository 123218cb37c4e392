import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDataDir, DataDirInUseError, lockDataDir } from "./data-dir-lock.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "folio-lock-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the lock of a data directory", () => {
  it("tells a second process who has the directory and what to do", async () => {
    const other = await holdInAnotherProcess();
    try {
      expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
      expect(() => lockDataDir(dataDir)).toThrow(
        new RegExp(
          `^The data directory .* is in use by process ${other.pid} on .*Only one server.*DATA_DIR\\.$`,
        ),
      );
    } finally {
      other.kill("SIGKILL");
      await once(other, "exit");
    }
  });

  it("is free again the moment its process is killed", async () => {
    const other = await holdInAnotherProcess();
    other.kill("SIGKILL");
    await once(other, "exit");
    lockDataDir(dataDir).release();
  });

  it("does not take the id of a living stranger in the owner file for a lock", () => {
    writeFileSync(join(dataDir, "database.lock.owner"), `process ${process.ppid}\n`);
    const lock = lockDataDir(dataDir);
    expect(readFileSync(join(dataDir, "database.lock.owner"), "utf8")).toContain(`process ${process.pid} `);
    lock.release();
  });

  it("keeps out a second opener in the same process, and lets it in after the release", () => {
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUseError);
    lock.release();
    lock.release();
    lockDataDir(dataDir).release();
  });

  it("makes a directory that does not exist, for its owner only", () => {
    const lock = lockDataDir(join(dataDir, "deep/er"));
    lock.release();
  });
});

async function holdInAnotherProcess(): Promise<ReturnType<typeof spawn>> {
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(new URL("data-dir-lock.ts", import.meta.url).href)});
    globalThis.lock = lockDataDir(${JSON.stringify(dataDir)});
    console.log("locked");
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

describe("a data directory that was there before", () => {
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, message?: string) => void warnings.push(message ?? "") };

  it.each([0o777, 0o755, 0o750])("is shut to others where it has mode %o, and the log says so", (mode) => {
    warnings.length = 0;
    chmodSync(dataDir, mode);
    closeDataDir(dataDir, log);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(warnings).toEqual(["others could use the data directory: it is this account's alone now"]);
    closeDataDir(dataDir, log);
    expect(warnings, "once").toHaveLength(1);
  });

  it("stops the start where it is everybody's and another account's, which says what to do", () => {
    chmodSync(dataDir, 0o777);
    const module = join(import.meta.dirname, "data-dir-lock.ts");
    const script = `(await import(${JSON.stringify(module)})).closeDataDir(process.argv[1], console)`;
    // Root may change whatever it likes, so it asks as nobody; others ask for the system's own folder.
    const isRoot = process.getuid?.() === 0;
    const { stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script, isRoot ? dataDir : "/tmp"],
      { encoding: "utf8", ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}) },
    );
    expect(stderr).toMatch(/Everybody on this machine can use the data directory .* run `chmod o-rwx/);
  });
});
