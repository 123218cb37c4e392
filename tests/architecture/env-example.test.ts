import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings, settingNames } from "#server/settings/settings.ts";
import { readRepoFile } from "./support/repo-files.ts";

const text = readRepoFile(".env.example");
const values = parseEnv(text);

/** The environment that the server reads: nothing is set in a shell. */
function settingsFrom(environment: Record<string, string | undefined>) {
  return readSettings(environment);
}

describe(".env.example", () => {
  test("names every setting, and nothing that is none", () => {
    expect(Object.keys(values).toSorted()).toEqual(settingNames.toSorted());
  });

  test("explains each in a comment above it", () => {
    const lines = text.split("\n");
    const unexplained = lines.flatMap((line, index) => {
      if (!/^[A-Z]/.test(line)) return [];
      // Names that stand together share the comment above the first.
      let above = index - 1;
      while (/^[A-Z]/.test(lines[above] ?? "")) above -= 1;
      return /^# .{10,}/.test(lines[above] ?? "") ? [] : [line];
    });
    expect(unexplained).toEqual([]);
  });

  test("works as it is, and is the same as having no file at all", () => {
    expect(settingsFrom(values)).toEqual(settingsFrom({}));
  });

  test("names nothing that reaches the tests from the person's shell", () => {
    expect(settingNames.filter((name) => name in process.env)).toEqual([]);
  });
});
