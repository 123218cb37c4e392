import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings, settingNames } from "#server/settings/settings.ts";
import { readRepoFile } from "./support/repo-files.ts";

const text = readRepoFile(".env.example");
const values = parseEnv(text);

/** Reads settings from an environment, ignoring the shell. */
function settingsFrom(environment: Record<string, string | undefined>) {
  return readSettings(environment);
}

describe(".env.example", () => {
  test("lists every setting and nothing else", () => {
    expect(Object.keys(values).toSorted()).toEqual(settingNames.toSorted());
  });

  test("explains each setting in a comment above it", () => {
    const lines = text.split("\n");
    const unexplained = lines.flatMap((line, index) => {
      if (!/^[A-Z]/.test(line)) return [];
      // Adjacent names share the comment above the first.
      let above = index - 1;
      while (/^[A-Z]/.test(lines[above] ?? "")) above -= 1;
      return /^# .{10,}/.test(lines[above] ?? "") ? [] : [line];
    });
    expect(unexplained).toEqual([]);
  });

  test("works unchanged, and is equivalent to having no file", () => {
    expect(settingsFrom(values)).toEqual(settingsFrom({}));
  });

  test("lists nothing that reaches the tests from the person's shell", () => {
    expect(settingNames.filter((name) => name in process.env)).toEqual([]);
  });
});
