import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../tests/support/ports.ts";
import { outcomeOf, startProgram } from "../../tests/support/programs.ts";

/** The owner's commands, called wrongly: a sentence, exit code 1, and nothing done. */

const key = "a".repeat(64);
const unreachable = { DATABASE_URL: "postgres://folio:hush-hush@127.0.0.1:1/none", SECRET_KEY: key };
const publicUrl = { PUBLIC_URL: "http://localhost:3000" };
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-commands-"));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function run(program: string, args: string[], environment: Record<string, string>) {
  return outcomeOf(startProgram([program, ...args], { DATA_DIR: join(directory, "data"), ...environment }));
}

const commands: [name: string, args: string[], environment: Record<string, string>, words: string][] = [
  ["rotate-key", [], { PORT: "eighty" }, "PORT must be a whole number"],
  ["rotate-key", [], unreachable, "Can't reach the database at 127.0.0.1:1/none"],
  ["rotate-key", ["--help"], {}, "Unknown option '--help'"],
  ["rotate-key", [], { NEW_SECRET_KEY: key }, "NEW_SECRET_KEY needs the old key in SECRET_KEY"],
  ["invite", ["--owner"], { PORT: "eighty" }, "PORT must be a whole number"],
  ["invite", ["--owner"], { ...publicUrl, ...unreachable }, "Can't reach the database at 127.0.0.1:1/none"],
  ["doctor", ["--fix"], {}, "Unknown option '--fix'"],
  ["doctor", ["now"], {}, "Unexpected argument 'now'"],
  ["backup", ["--to", ""], {}, "--to is empty"],
];

describe.concurrent("a command called wrongly", () => {
  it.for(commands)("%s %j says what's wrong", async ([name, args, environment, words], { expect: see }) => {
    const { code, output } = await run(`scripts/${name}.ts`, args, environment);
    see(output).toContain(words);
    see(output, "a stack").not.toMatch(/^ +at /m);
    see(output).not.toContain("hush-hush");
    see(code).toBe(1);
    see(readdirSync(directory), "nothing is created").toEqual([]);
  });
});

it("the server says in a sentence that it doesn't know a flag", async () => {
  const { code, output } = await run("src/server/main.ts", ["--sandbox"], {});
  expect(output).toContain("Folio can't start: Unknown option '--sandbox'");
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

it.each([
  ["backup", {}],
  ["rotate-key", {}],
  ["invite", publicUrl],
])("%s says that DATA_DIR is a file", async (name, environment) => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  const args = name === "invite" ? ["--owner"] : [];
  const { code, output } = await run(`scripts/${name}.ts`, args, { ...environment, DATA_DIR: file });
  expect(output.trim()).toBe(`${file} isn't a directory.`);
  expect(code).toBe(1);
});

it("the health check reads an empty HOST like the server", async () => {
  const port = await freePort();
  const server = createServer((_request, response) => response.end("ready"));
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const { code, output } = await run("scripts/health.ts", [], { HOST: "", PORT: String(port) });
  server.close();
  expect(output.trim()).toBe("ready");
  expect(code).toBe(0);
});
