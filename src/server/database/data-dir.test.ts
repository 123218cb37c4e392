import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDataDir, makeDataDir } from "./data-dir.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "folio-data-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** Closes a data directory, or makes one, in a process of its own, and returns what it says. */
function errorOf(
  path: string,
  as: { uid?: number; gid?: number } = {},
  call: "closeDataDir" | "makeDataDir" = "closeDataDir",
): string {
  const module = join(import.meta.dirname, "data-dir.ts");
  const script = `(await import(${JSON.stringify(module)})).${call}(process.argv[1], console)`;
  const { stderr, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script, path], {
    encoding: "utf8",
    timeout: 20_000,
    ...as,
  });
  expect(signal, "hangs").toBeNull();
  return stderr;
}

describe("a data directory that can't be used", () => {
  it.each([
    ["notes.txt", "isn't a directory. Set DATA_DIR to another folder."],
    ["notes.txt/data", "can't be created, because"],
  ])("is refused in words: %s", (name, words) => {
    writeFileSync(join(dataDir, "notes.txt"), "");
    expect(() => makeDataDir(join(dataDir, name))).toThrow(`${join(dataDir, name)} ${words}`);
  });

  it("is refused below a folder of another account", () => {
    chmodSync(dataDir, 0o500);
    expect(errorOf(join(dataDir, "data"), asNobody)).toMatch(
      /data can't be created, because .* isn't writable\. Set DATA_DIR/,
    );
    chmodSync(dataDir, 0o700);
    expect(existsSync(join(dataDir, "data"))).toBe(false);
  });

  it("is refused if this account can't write it, unless nothing has to be written", () => {
    const own = join(dataDir, "data");
    mkdirSync(own, { mode: 0o555 });
    chmodSync(dataDir, 0o755);
    expect(errorOf(own, asNobody, "makeDataDir")).toContain(
      `${own} isn't writable by this account. Set DATA_DIR to another folder.`,
    );
    expect(errorOf(own, asNobody)).not.toContain("isn't writable");
  });

  it.runIf(process.platform === "linux")("is refused where the system takes no folders", () => {
    expect(errorOf("/proc/folio/data")).toMatch(/\/proc\/folio\/data can't be created/);
  });

  it("is created with the folders above it, private", () => {
    const path = join(dataDir, "a", "b");
    makeDataDir(path);
    makeDataDir(path);
    expect([join(dataDir, "a"), path].map((place) => statSync(place).mode & 0o777)).toEqual([0o700, 0o700]);
  });
});

describe("an existing data directory", () => {
  const warnings: string[] = [];
  const log = { warn: (_fields: unknown, message?: string) => void warnings.push(message ?? "") };

  it.each([0o777, 0o755, 0o750])(
    "is closed to others when it has mode %o, with a warning in the log",
    (mode) => {
      warnings.length = 0;
      chmodSync(dataDir, mode);
      closeDataDir(dataDir, log);
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(warnings).toEqual(["Other accounts could access the data directory; it is now private."]);
      closeDataDir(dataDir, log);
      expect(warnings, "once").toHaveLength(1);
    },
  );

  it("stops the start with instructions if it is world-accessible and belongs to another account", () => {
    chmodSync(dataDir, 0o777);
    // Root may change anything, so the test runs as nobody; otherwise it uses a folder of the system.
    const stderr = errorOf(isRoot ? dataDir : "/tmp", asNobody);
    expect(stderr).toMatch(/Everyone on this machine can access the data directory .* Run `chmod o-rwx/);
  });
});
