import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deriveKey, loadSecretKey } from "./secret-key.ts";

let DATA_DIR: string;

beforeEach(async () => {
  DATA_DIR = join(await mkdtemp(join(tmpdir(), "folio-key-")), "data");
});

afterEach(async () => {
  await rm(join(DATA_DIR, ".."), { recursive: true });
});

async function problemOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof Error && "problems" in error
    ? String(error.problems)
    : `no problem: ${String(error)}`;
}

describe("the secret key", () => {
  test("comes from SECRET_KEY if set, without creating a file", async () => {
    const SECRET_KEY = "ab".repeat(32);
    expect((await loadSecretKey({ SECRET_KEY, DATA_DIR })).toString("hex")).toBe(SECRET_KEY);
    await expect(readdir(DATA_DIR)).rejects.toThrow("ENOENT");
  });

  test("is created once in DATA_DIR, readable only by its owner, and found again", async () => {
    const first = await loadSecretKey({ SECRET_KEY: undefined, DATA_DIR });
    const second = await loadSecretKey({ SECRET_KEY: undefined, DATA_DIR });
    expect(first).toHaveLength(32);
    expect(second).toEqual(first);
    expect((await stat(join(DATA_DIR, "secret-key"))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(DATA_DIR, "secret-key"), "utf8")).toBe(`${first.toString("hex")}\n`);
  });

  test("is the same for servers that start together, and no draft remains", async () => {
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => loadSecretKey({ SECRET_KEY: undefined, DATA_DIR })),
    );
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(await readdir(DATA_DIR)).toEqual(["secret-key"]);
  });

  test("stops the start when its file has the wrong length", async () => {
    await loadSecretKey({ SECRET_KEY: undefined, DATA_DIR });
    await writeFile(join(DATA_DIR, "secret-key"), "abc\n");
    expect(await problemOf(loadSecretKey({ SECRET_KEY: undefined, DATA_DIR }))).toContain(
      "64 hexadecimal digits",
    );
  });

  test("stops the start if others can read its file, with the command to fix it", async () => {
    await loadSecretKey({ SECRET_KEY: undefined, DATA_DIR });
    await chmod(join(DATA_DIR, "secret-key"), 0o644);
    expect(await problemOf(loadSecretKey({ SECRET_KEY: undefined, DATA_DIR }))).toContain("chmod 600");
  });

  test("gives each purpose a key of its own", () => {
    const key = Buffer.alloc(32, 7);
    expect(deriveKey(key, "a")).toEqual(deriveKey(key, "a"));
    expect(deriveKey(key, "a")).not.toEqual(deriveKey(key, "b"));
    expect(deriveKey(key, "a")).toHaveLength(32);
  });
});
