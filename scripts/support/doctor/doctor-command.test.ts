import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { repoRoot } from "../repo-paths.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-doctor-command-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const checkNames = [
  "Node",
  "Build",
  "Settings",
  "Address",
  "Sandbox",
  "Members",
  "Data",
  "Secret key",
  "Secret files",
  "Disk",
  "Database",
  "Content",
  "Sign-in",
  "GitHub",
  "Congress",
  "Banks",
  "Clock",
];

describe("the command", () => {
  const state = z.enum(["ok", "warn", "fail"]);
  const quota = z.strictObject({
    of: z.string(),
    remaining: z.int(),
    limit: z.int(),
    resetsAt: z.iso.datetime().nullable(),
  });
  /** Format that programs may rely on: fields are never renamed or removed within a version. */
  const answerSchema = z.strictObject({
    version: z.literal(1),
    at: z.iso.datetime(),
    ok: z.boolean(),
    counts: z.strictObject({ ok: z.int(), warn: z.int(), fail: z.int() }),
    checks: z.array(
      z.strictObject({
        name: z.string(),
        state,
        message: z.string().min(1),
        details: z.array(z.string()).min(1).optional(),
        quotas: z.array(quota).optional(),
      }),
    ),
  });

  function run(environment: Record<string, string>, ...args: string[]) {
    return spawnSync(process.execPath, ["scripts/doctor.ts", ...args], {
      cwd: repoRoot,
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"],
        DATA_DIR: join(directory, "data"),
        SITE_DIR: join(directory, "site"),
        ...environment,
      },
    });
  }

  it("exits with 1 on a failure, as a table or as JSON", () => {
    const table = run({ PORT: "eighty" });
    expect(table.status).toBe(1);
    expect(table.stdout).toContain("✗ Settings");
    const json = run({ PORT: "eighty" }, "--json");
    expect(json.status).toBe(1);
    const answer = answerSchema.parse(JSON.parse(json.stdout));
    expect(answer.ok).toBe(false);
    expect(answer.checks).toContainEqual({
      name: "Settings",
      state: "fail",
      message: expect.stringContaining(".env.example"),
      details: ["PORT must be a whole number from 0 to 65535."],
    });
  });

  it("lists every check by name, and exits with the code in the answer", () => {
    const { status, stdout } = run({}, "--json");
    const answer = answerSchema.parse(JSON.parse(stdout));
    expect(answer.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(checkNames));
    expect(answer.counts.ok + answer.counts.warn + answer.counts.fail).toBe(answer.checks.length);
    // Whether this checkout is built doesn't matter for this test.
    expect(answer.ok).toBe(answer.counts.fail === 0);
    expect(status).toBe(answer.ok ? 0 : 1);
  });
});
