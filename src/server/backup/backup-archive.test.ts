import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openArchive, writeArchive, type ArchiveContents } from "./backup-archive.ts";

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-archive-"));
  path = join(directory, "one.backup");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const secretKey = Buffer.from("5e".repeat(32), "hex");
/** The least that a reader takes. */
const cost = 2 ** 14;
const passphrase = "correct horse battery staple";

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function* stream(lines: string[]): AsyncGenerator<string> {
  for (const line of lines) yield line;
}

function contents(lines: string[], more: Partial<ArchiveContents> = {}): ArchiveContents {
  return {
    madeAt: "2026-11-21T10:00:00.000Z",
    appVersion: "0.1.0",
    engine: "pglite",
    migrations: [{ name: "0000_first", hash: "ab" }],
    keyId: "0011223344556677",
    secretKey,
    lines: stream(lines),
    ...more,
  };
}

async function write(lines: string[], words?: string): Promise<Buffer> {
  const secrecy = words === undefined ? undefined : { passphrase: words, cost };
  const bytes = Buffer.concat(await all(writeArchive(contents(lines), secrecy)));
  writeFileSync(path, bytes);
  return bytes;
}

async function read(words?: string): Promise<string[]> {
  const archive = await openArchive(path, words);
  return all(archive.lines());
}

/** Lines that do not shrink: several chunks of 64 KB, and one line longer than many of them. */
function longLines(): string[] {
  const random = (bytes: number) => randomBytes(bytes).toString("base64");
  return [...Array.from({ length: 40 }, () => random(3_000)), random(400_000), "", "Ünïcødé ✓ \u2028"];
}

describe.each([
  { kind: "without a passphrase", words: undefined },
  { kind: "with a passphrase", words: passphrase },
])("a backup $kind", ({ words }) => {
  it("gives back every line as it was, as often as it is read", async () => {
    const lines = longLines();
    await write(lines, words);
    const archive = await openArchive(path, words);
    expect(await all(archive.lines())).toEqual(lines);
    expect(await all(archive.lines())).toEqual(lines);
  });

  it("may hold no line at all", async () => {
    await write([], words);
    expect(await read(words)).toEqual([]);
  });

  it("says that it was cut short, wherever that was", async () => {
    const whole = await write(longLines(), words);
    const headerEnd = whole.indexOf("\n", whole.indexOf("\n") + 1) + 1;
    // Between two chunks of the encrypted part, within one, before the end mark, within it, and the very last byte.
    const sealedChunk = 65_536 + 16;
    const ends = [
      headerEnd,
      headerEnd + 1,
      headerEnd + sealedChunk,
      headerEnd + 2 * sealedChunk,
      whole.length - 100_000,
      whole.length - 47,
      whole.length - 33,
      whole.length - 1,
    ];
    for (const end of ends) {
      writeFileSync(path, whole.subarray(0, end));
      await expect(read(words), `cut at ${end} of ${whole.length}`).rejects.toThrow(`${path} ends too early`);
    }
  });

  it("says that it is damaged when any one of its bytes has changed", async () => {
    const whole = await write(longLines(), words);
    const headerEnd = whole.indexOf("\n", whole.indexOf("\n") + 1) + 1;
    const places = [headerEnd, headerEnd + 20, headerEnd + 70_000, whole.length - 60_000, whole.length - 1];
    for (const place of places) {
      const altered = Buffer.from(whole);
      altered[place] = (altered[place] ?? 0) ^ 1;
      writeFileSync(path, altered);
      await expect(read(words), `byte ${place} of ${whole.length}`).rejects.toThrow(`${path} is damaged`);
    }
  });

  it("notices that its header was altered, which is not secret but vouched for", async () => {
    const whole = await write(["one"], words);
    writeFileSync(path, whole.toString("latin1").replace("0000_first", "0009_first"), "latin1");
    await expect(read(words)).rejects.toThrow("is damaged");
  });
});

describe("an encrypted backup", () => {
  it("shows neither its rows nor the key to whoever only has the file", async () => {
    const bytes = await write(["a line that nobody else may read"], passphrase);
    expect(bytes.includes("nobody else")).toBe(false);
    expect(bytes.includes(secretKey)).toBe(false);
    expect(bytes.includes(secretKey.toString("hex"))).toBe(false);
  });

  it("costs whoever guesses 128 MB and half a second each time", async () => {
    const [header] = await all(writeArchive(contents([]), { passphrase }));
    expect(header?.toString()).toContain('"kdf":"scrypt","cost":131072,"blockSize":8');
  });

  it("holds the secret key, and says so", async () => {
    await write(["one"], passphrase);
    const archive = await openArchive(path, passphrase);
    expect(archive.header.holdsKey).toBe(true);
    expect(await archive.readSecretKey()).toEqual(secretKey);
  });

  it("opens with no other passphrase, and with the same one however it was typed", async () => {
    await write(["one"], "Zürich im Frühling");
    await expect(read("Zurich im Fruhling")).rejects.toThrow(`The passphrase does not open ${path}`);
    await expect(read("")).rejects.toThrow("does not open");
    await expect(read()).rejects.toThrow("it needs its passphrase");
    expect(await read("Zürich im Frühling".normalize("NFD"))).toEqual(["one"]);
  });

  it("is another file each time: no two share a key", async () => {
    const first = await write(["one"], passphrase);
    const second = await write(["one"], passphrase);
    const saltOf = (bytes: Buffer) => /"salt":"(\w+)"/.exec(bytes.toString("latin1"))?.[1];
    expect(saltOf(first)).not.toBe(saltOf(second));
  });

  it("notices chunks that were swapped, repeated or left out by somebody who made the checksum anew", async () => {
    const whole = await write(longLines(), passphrase);
    const start = whole.indexOf("\n", whole.indexOf("\n") + 1) + 1;
    const binding = whole.subarray(0, start);
    const body = whole.subarray(start, -47);
    const size = 65_536 + 16;
    const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      body.subarray(index * size, (index + 1) * size),
    );
    expect(chunks.length).toBeGreaterThan(4);
    const [first, second, third, ...rest] = chunks;
    const { withDigest } = await import("./backup-cipher.ts");
    const forge = async (forged: (Buffer | undefined)[]) => {
      const parts = forged.flatMap((part) => (part === undefined ? [] : [part]));
      const summed = await all(withDigest(pieces(parts), binding));
      writeFileSync(path, Buffer.concat([binding, ...summed]));
    };
    await forge(chunks);
    await expect(read(passphrase)).resolves.toHaveLength(43);
    for (const forged of [
      [second, first, third, ...rest],
      [first, first, second, third, ...rest],
      [first, third, ...rest],
      chunks.slice(0, -1),
      chunks.slice(0, 2),
      [...chunks, chunks.at(-1)],
      [],
    ]) {
      await forge(forged);
      await expect(read(passphrase)).rejects.toThrow("is damaged");
    }
  });
});

async function* pieces(parts: Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}

describe("a backup without a passphrase", () => {
  it("does not hold the secret key", async () => {
    const bytes = await write(["one"]);
    const archive = await openArchive(path);
    expect(archive.header).toMatchObject({ holdsKey: false, keyId: "0011223344556677", encryption: null });
    expect(await archive.readSecretKey()).toBeNull();
    expect(bytes.includes(secretKey.toString("hex"))).toBe(false);
  });
});

describe("a file", () => {
  it.each([
    ["that is no backup", "PK\u0003\u0004 something else\n{}\n", "is not a backup of Folio"],
    ["that is empty", "", "is not a backup of Folio"],
    ["of one long line", "x".repeat(400_000), "is not a backup of Folio"],
    ["of a later format", "folio-backup 7\n{}\n", "made by a newer version of Folio (format 7"],
    ["whose header is none", "folio-backup 1\n{nonsense\n", "is damaged"],
    ["that ends within its header", 'folio-backup 1\n{"madeAt":', "is damaged"],
  ])("%s is refused", async (_, text, reason) => {
    writeFileSync(path, text);
    await expect(openArchive(path)).rejects.toThrow(reason);
  });

  it("cannot ask for all memory of the machine with its header", async () => {
    const whole = await write(["one"], passphrase);
    writeFileSync(
      path,
      whole.toString("latin1").replace('"cost":16384', '"cost":9007199254740992'),
      "latin1",
    );
    await expect(openArchive(path, passphrase)).rejects.toThrow("is damaged");
  });

  it("that is not there, or a folder, is named", async () => {
    await expect(openArchive(path)).rejects.toThrow(`There is no file ${path}`);
    await expect(openArchive(directory)).rejects.toThrow("is a folder");
  });

  it("that was left in the middle of reading is closed", async () => {
    await write(longLines());
    const archive = await openArchive(path);
    for await (const line of archive.lines()) {
      expect(line.length).toBeGreaterThan(0);
      break;
    }
    rmSync(path);
    await expect(openArchive(path)).rejects.toThrow("There is no file");
  });

  it("is not written to its end when what it is made of fails", async () => {
    async function* failing(): AsyncGenerator<string> {
      yield "one";
      throw new Error("the database went away");
    }
    const writing = all(writeArchive(contents([], { lines: failing() })));
    await expect(writing).rejects.toThrow("the database went away");
  });

  it("is readable as text in its first two lines", async () => {
    await write(["one"], passphrase);
    const [magic, header] = readFileSync(path, "latin1").split("\n");
    expect(magic).toBe("folio-backup 1");
    expect(JSON.parse(header ?? "")).toMatchObject({
      madeAt: "2026-11-21T10:00:00.000Z",
      appVersion: "0.1.0",
    });
  });
});
