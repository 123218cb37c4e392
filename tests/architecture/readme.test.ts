import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { checkDataDir, checkSecretKey } from "../../scripts/support/doctor/doctor-machine.ts";
import { checkMembers } from "../../scripts/support/doctor/doctor-members.ts";
import { checkAddress, checkSandboxes } from "../../scripts/support/doctor/doctor-reach.ts";
import { reportOf, reportTable, type CheckResult } from "../../scripts/support/doctor/doctor-report.ts";
import { readSettings, settingNames } from "#server/settings/settings.ts";
import { startupTable } from "#server/settings/startup-table.ts";
import { readRepoFile } from "./support/repo-files.ts";

/** The README's steps from a clone to a live site: commands, settings in order, and expected output. */

const readme = readRepoFile("README.md");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readRepoFile("package.json")));
const example = parseEnv(readRepoFile(".env.example"));

/** The README's sections in order, each with the lines of its shell blocks. */
const parts = readme
  .split(/^#{2,3} /m)
  .slice(1)
  .map((text) => ({
    heading: text.split("\n")[0] ?? "",
    lines: [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].flatMap(([, block = ""]) =>
      block
        .trim()
        .split("\n")
        .map((line) => line.trim()),
    ),
  }));
const setting = /^([A-Z][A-Z_]+)=(\S*)$/;
const commands = parts.flatMap(({ lines }) => lines).filter((line) => !setting.test(line));

/** Settings after following the README up to the end of a section. */
function settingsAfter(heading: string): { name: string; value: string }[] {
  const end = parts.findIndex((part) => part.heading === heading);
  expect(end, heading).toBeGreaterThanOrEqual(0);
  const lines = parts.slice(0, end + 1).flatMap((part) => part.lines);
  return lines.flatMap((line) => {
    const [, name, value = ""] = setting.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
}

/** Values for the README's placeholders. */
const filledIn: Record<string, string> = {
  SECRET_KEY: "ab".repeat(32),
  ENTRA_CLIENT_ID: "5d0c3b1e-5a77-4c1a-8a63-5f6f0a7b9c10",
  ALLOWED_USERS: "2f6c1a90-0d5e-4b7a-9c3d-1e8f4a6b7c01/ada@lanternfish.example",
  GITHUB_OWNER: "wren-holloway",
};

/** Replaces the checkout's `data`, which may hold its owner's data. */
const directory = mkdtempSync(join(tmpdir(), "folio-walk-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** `.env` at the end of a section: the example, the key, and the settings so far. */
function environmentAfter(heading: string): Record<string, string | undefined> {
  const values = settingsAfter(heading).map(({ name, value }) => [
    name,
    value === "…" ? (filledIn[name] ?? "given") : value,
  ]);
  const key = { SECRET_KEY: filledIn["SECRET_KEY"] };
  return { ...example, ...key, ...Object.fromEntries(values), DATA_DIR: join(directory, "data") };
}

/** The line in the doctor's report. */
function lineOf(result: CheckResult): string {
  return (
    reportTable(reportOf([result], new Date(0)))
      .split("\n")[1]
      ?.trim() ?? ""
  );
}

const last = "WordPress and Postgres";

describe("the README", () => {
  test("covers everything from the first start to an upgrade", () => {
    const tasks = [
      "Start",
      "Make it yours",
      "Put it online",
      "Connect your services",
      "Back it up",
      "Upgrade",
    ];
    const headings = parts.map(({ heading }) => heading);
    expect(headings.filter((heading) => tasks.includes(heading))).toEqual(tasks);
  });

  test("shows the output of a first start", () => {
    const printed = startupTable(
      readSettings({}),
      { isSample: true, contentDir: resolve("sample/content") },
      { origin: "http://localhost:3000" },
    );
    expect(readme).toContain(`\`\`\`\n${printed.replace(/^\n/, "")}\`\`\`\n`);
  });

  test("runs only commands that exist", () => {
    const known =
      /^(?:git clone <your copy of Folio> folio|git pull|cd folio|cp \.env\.example \.env|chmod 600 \.env|rm -r data|openssl rand -hex 32|PUBLIC_URL=http:\/\/localhost:3000 npm start)$/;
    const unknown = commands.filter((command) => {
      const name = /^npm (?:run )?([\w-]+)(?: -- --(?:encrypt|owner))?$/.exec(command)?.[1];
      return name === undefined ? !known.test(command) : !(name in scripts);
    });
    expect(commands.length).toBeGreaterThan(8);
    expect(unknown).toEqual([]);
  });

  test("sets only settings that exist and are in .env.example", () => {
    const names = settingsAfter(last).map(({ name }) => name);
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
    // Settings in the text, such as `SECRET_KEY=`.
    const mentioned = [...readme.matchAll(/`([A-Z]+(?:_[A-Z]+)+)=?`/g)].map(([, name = ""]) => name);
    expect(mentioned.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  test.each(["Put it online", "Sign-in", "GitHub", "Congress.gov", "Connect a bank", last])(
    "has settings that start a site after %s",
    (heading) => {
      expect(() => readSettings(environmentAfter(heading))).not.toThrow();
    },
  );

  test("ends with every service live", () => {
    const { modes, content, DATABASE_URL } = readSettings(environmentAfter(last));
    expect(Object.values(modes)).toEqual(["live", "live", "live", "live", "live"]);
    expect(content).toBe("wordpress");
    expect(DATABASE_URL).toBe("postgres://user:password@host/database");
  });

  test("quotes what the doctor prints", () => {
    const online = readSettings(environmentAfter("Put it online"));
    const promised = [
      lineOf(checkSecretKey(online)),
      lineOf(checkAddress(online)),
      lineOf(checkMembers(online)),
      lineOf(checkSandboxes(readSettings(environmentAfter("Connect a bank")))),
    ];
    expect(promised.filter((line) => !readme.includes(`\`${line}\``))).toEqual([]);
    expect(checkDataDir(online).state).not.toBe("fail");
  });
});

describe("docs/settings.md", () => {
  test("lists every setting with its default", () => {
    const rows = readRepoFile("docs/settings.md")
      .split("\n")
      .filter((line) => /^\| `[A-Z_]+`/.test(line))
      .map((line) => line.split("|").map((cell) => cell.replaceAll("`", "").trim()));
    const defaults = Object.fromEntries(
      rows.flatMap(([, names = "", value = ""]) => names.split(", ").map((name) => [name, value])),
    );
    expect(defaults).toEqual(example);
  });
});
