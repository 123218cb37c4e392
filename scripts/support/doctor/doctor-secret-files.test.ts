import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSecretFiles } from "./doctor-secret-files.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-secret-files-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function write(name: string, text: string, mode: number): string {
  const path = join(directory, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const check = () => checkSecretFiles({ DATA_DIR: join(directory, "data") }, directory);

describe.skipIf(process.platform === "win32")("files with secrets", () => {
  it("are fine if there are none with secrets", () => {
    expect(check()).toMatchObject({ state: "ok" });
    write(".env", "PORT=3001\nGITHUB_TOKEN=\nPUBLIC_URL=https://folio.example\n", 0o644);
    expect(check()).toMatchObject({ state: "ok", message: "none readable by others" });
  });

  it.each(["GITHUB_TOKEN=ghp_abc", "DATABASE_URL=postgres://folio:hunter2@db/folio"])(
    "must be private: .env with %s, which isn't shown",
    (line) => {
      const path = write(".env", `${line}\n`, 0o644);
      expect(check()).toEqual({
        name: "Secret files",
        state: "fail",
        message: `other accounts on this machine can read ${path}, which contains secrets`,
        details: [`chmod 600 ${path}`],
      });
    },
  );

  it.each([0o600, 0o640])("are fine with mode %o", (mode) => {
    write(".env", "GITHUB_TOKEN=ghp_abc\n", mode);
    expect(check()).toMatchObject({ state: "ok", message: expect.stringContaining("closed to others") });
  });

  it("should be private: backups", () => {
    write("data/backups/one.folio", "", 0o600);
    expect(check()).toMatchObject({ state: "ok" });
    const open = write("data/backups/two.folio", "", 0o640);
    expect(check()).toMatchObject({ state: "warn", details: [`chmod 600 ${open}`] });
  });
});
