import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { checkDataDir, checkSecretKey } from "../../scripts/support/doctor/doctor-machine.ts";
import { checkMembers } from "../../scripts/support/doctor/doctor-members.ts";
import { checkAddress, checkSandboxes } from "../../scripts/support/doctor/doctor-reach.ts";
import { reportOf, reportTable, type CheckResult } from "../../scripts/support/doctor/doctor-report.ts";
import { readSettings, settingNames } from "#server/settings/settings.ts";
import { readRepoFile } from "./support/repo-files.ts";

/** The owner's walk of the README: its commands, its settings in their order, and the lines it tells people to look for. */

const readme = readRepoFile("README.md");
const begin = readme.indexOf("## The owner's walk");
const walk = readme.slice(begin, readme.indexOf("\n### ", begin));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readRepoFile("package.json")));
const example = parseEnv(readRepoFile(".env.example"));

/** Lines of the fenced blocks, each with the number of the step it stands in. */
const fenced = [...walk.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(({ 1: text = "", index }) => {
  const step = Number([...walk.slice(0, index).matchAll(/^\*\*(\d+)\./gm)].at(-1)?.[1]);
  return text
    .trim()
    .split("\n")
    .map((line) => ({ step, line }));
});
const assignments = fenced.flatMap(({ step, line }) => {
  const [, name, value = ""] = /^([A-Z][A-Z_]+)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [{ step, name, value }];
});
const commands = fenced.map(({ line }) => line).filter((line) => !/^[A-Z_]+=/.test(line));

/** Placeholders of the walk, filled in as an owner would. */
const filledIn: Record<string, string> = {
  SECRET_KEY: "ab".repeat(32),
  ENTRA_CLIENT_ID: "5d0c3b1e-5a77-4c1a-8a63-5f6f0a7b9c10",
  ALLOWED_USERS: "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01/ada@lanternfish.example",
  GITHUB_OWNER: "wren-holloway",
};

/** In the place of the checkout's `data`, which holds whatever its owner has made there. */
const directory = mkdtempSync(join(tmpdir(), "folio-walk-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** `.env` as it is after a step: the example, and what the steps so far have set. */
function environmentAfter(step: number): Record<string, string | undefined> {
  const set = assignments.filter((entry) => entry.step <= step);
  const values = set.map(({ name, value }) => [name, value === "…" ? (filledIn[name] ?? "given") : value]);
  const key = step >= 4 ? { SECRET_KEY: filledIn["SECRET_KEY"] } : {};
  return { ...example, ...key, ...Object.fromEntries(values), DATA_DIR: join(directory, "data") };
}

/** The line of the report, as a person sees it. */
function lineOf(result: CheckResult): string {
  return (
    reportTable(reportOf([result], new Date(0)))
      .split("\n")[1]
      ?.trim() ?? ""
  );
}

describe("the owner's walk", () => {
  test("has ten steps in their order", () => {
    const steps = [...walk.matchAll(/^\*\*(\d+)\./gm)].map(([, step]) => Number(step));
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("runs only commands that exist", () => {
    const known =
      /^(?:git clone <your copy of Folio> folio|cd folio|cp \.env\.example \.env|chmod 600 \.env|rm -r data|openssl rand -hex 32)$/;
    const unknown = commands.filter((command) => {
      const name = /^npm (?:run )?([\w-]+)$/.exec(command)?.[1];
      return name === undefined ? !known.test(command) : !(name in scripts);
    });
    expect(commands.length).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });

  test("sets only settings that exist, each of which has its place in .env.example", () => {
    const names = assignments.map(({ name }) => name);
    expect(names.filter((name) => !settingNames.includes(name) || !(name in example))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        "PUBLIC_URL",
        "ALLOWED_USERS",
        "GITHUB_OWNER",
        "CONGRESS_API_KEY",
        "PLAID_SECRET",
      ]),
    );
    // Mentioned in the text, such as `SECRET_KEY=` of the step that makes one.
    const mentioned = [...walk.matchAll(/`([A-Z]+(?:_[A-Z]+)+)=?`/g)].map(([, name = ""]) => name);
    expect(mentioned.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test.each([3, 4, 5, 6, 7, 8])("leaves settings that start a site after step %i", (step) => {
    expect(() => readSettings(environmentAfter(step))).not.toThrow();
  });

  test("ends with every service live", () => {
    const { modes, content, DATABASE_URL } = readSettings(environmentAfter(8));
    expect(Object.values(modes)).toEqual(["live", "live", "live", "live"]);
    expect(content).toBe("wordpress");
    expect(DATABASE_URL).toBe("postgres://user:password@host/database");
  });

  test("promises the lines that the doctor says", () => {
    const after = (step: number) => readSettings(environmentAfter(step));
    const promised = [
      lineOf(checkSecretKey(after(4))),
      lineOf(checkAddress(after(5))),
      lineOf(checkMembers(after(5))),
      lineOf(checkSandboxes(after(7))),
    ];
    for (const line of promised) expect(walk).toContain(`\`${line}\``);
    // The others depend on what answers: their names and marks at least are the doctor's.
    const table = [...walk.matchAll(/`([✓!✗]) ([A-Z][\w ]+?)(?: {2,}|`)/g)].map(([, , name = ""]) => name);
    const names = [
      "Secret key",
      "Address",
      "Sign-in",
      "Members",
      "GitHub",
      "GitHub links",
      "Congress",
      "Banks",
    ];
    expect([...names, "Sandbox", "Backup", "Content", "Database"]).toEqual(
      expect.arrayContaining([...new Set(table)]),
    );
    expect(checkDataDir(after(3)).state).not.toBe("fail");
  });
});
