import { expect, test } from "vitest";
import { matchingLines, readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Browser tests must not sleep, which is slow on a fast machine and fails on a slow one; they wait for what they expect. */

const sleep = /waitForTimeout|timers\/promises|\bsetTimeout\([^)]*\b(?:resolve|done)\b/;

const sleepsOf = (path: string, text: string) => matchingLines(path, text, sleep);

test("no browser test sleeps", () => {
  const walks = repoFiles().filter((path) => /^tests\/(?:e2e\/|support\/(?:.*-visit|e2e)\.ts$)/.test(path));
  expect(walks.length).toBeGreaterThan(30);
  expect(walks.flatMap((path) => sleepsOf(path, readRepoFile(path)))).toEqual([]);
});

test.each([
  "await page.waitForTimeout(5000);",
  "await new Promise((resolve) => setTimeout(resolve, 1000));",
  'import { setTimeout as sleep } from "node:timers/promises";',
])("planted: a sleep is caught: %s", (line) => {
  expect(sleepsOf("x.e2e.ts", line)).toHaveLength(1);
});
