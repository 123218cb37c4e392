import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDataDir } from "./data-dir.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "folio-data-"));
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
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
    const module = join(import.meta.dirname, "data-dir.ts");
    const script = `(await import(${JSON.stringify(module)})).closeDataDir(process.argv[1], console)`;
    // Root may change anything, so the test runs as nobody; otherwise it uses a folder of the system.
    const isRoot = process.getuid?.() === 0;
    const { stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", script, isRoot ? dataDir : "/tmp"],
      { encoding: "utf8", ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}) },
    );
    expect(stderr).toMatch(/Everyone on this machine can access the data directory .* Run `chmod o-rwx/);
  });
});
