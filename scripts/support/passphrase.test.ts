import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { knownPassphrase, newPassphrase, type PassphraseSource } from "./passphrase.ts";

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), "folio-passphrase-"))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const long = "correct horse battery staple";

function source(more: Partial<PassphraseSource> & { typed?: string[] } = {}): PassphraseSource {
  const { typed, ...rest } = more;
  const prompt = typed === undefined ? null : () => Promise.resolve(typed.shift() ?? "");
  return { file: undefined, environment: undefined, prompt, ...rest };
}

function fileOf(text: string): string {
  const path = join(directory, "passphrase");
  writeFileSync(path, text);
  return path;
}

const wanted = { isWanted: true };

describe("the passphrase of a new backup", () => {
  it("is optional", async () => {
    expect(await newPassphrase(source({ typed: [long, long] }), { isWanted: false })).toBeUndefined();
    expect(await newPassphrase(source({ environment: "" }), { isWanted: false })).toBeUndefined();
    expect(await newPassphrase(source({ environment: long }), { isWanted: false })).toBe(long);
  });

  it("comes from the file, the environment or the keyboard, in this order, and keeps its spaces", async () => {
    const file = fileOf(`  ${long} \n`);
    expect(await newPassphrase(source({ file, environment: "another long one" }), wanted)).toBe(`  ${long} `);
    expect(await newPassphrase(source({ environment: long, typed: ["never asked"] }), wanted)).toBe(long);
    expect(await newPassphrase(source({ typed: [long, long] }), wanted)).toBe(long);
  });

  it("is refused if it is short, mistyped or unavailable", async () => {
    await expect(newPassphrase(source({ environment: "eleven char" }), wanted)).rejects.toThrow("too short");
    await expect(newPassphrase(source({ typed: [long, `${long}r`] }), wanted)).rejects.toThrow("don't match");
    await expect(newPassphrase(source(), wanted)).rejects.toThrow("--passphrase-file");
    await expect(newPassphrase(source({ file: fileOf("\n") }), wanted)).rejects.toThrow("is empty");
    await expect(newPassphrase(source({ file: join(directory, "none") }), wanted)).rejects.toThrow(
      "Can't read",
    );
  });
});

describe("the passphrase of an existing backup", () => {
  it("can have any length, and is asked for once", async () => {
    expect(await knownPassphrase(source({ typed: ["short"] }))).toBe("short");
    expect(await knownPassphrase(source({ file: fileOf("from a file\r\n") }))).toBe("from a file");
    await expect(knownPassphrase(source())).rejects.toThrow("A passphrase is required");
  });
});
