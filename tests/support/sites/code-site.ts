import type { Page } from "@playwright/test";
import { z } from "zod";
import { codeSearchContract } from "#features/code-search/contract.ts";
import { expect, open, test as base } from "../visits/e2e.ts";

/** Playwright's test, once the site's index has read all repositories. */
export const test = base.extend<{ index: undefined }>({
  index: [
    async ({ server }, use) => {
      await indexed(server.origin);
      await use(undefined);
    },
    { auto: true, timeout: 180_000 },
  ],
});

/** Waits until the site's own index has all repositories that it can read. */
async function indexed(origin: string): Promise<void> {
  const isWhole = async () => {
    const answer = z
      .object({ data: z.unknown() })
      .parse(await (await fetch(`${origin}/api/GetCodeIndex`)).json());
    const { as_of: asOf, repositories, failing } = codeSearchContract.getCodeIndex.output.parse(answer.data);
    return asOf !== null && repositories.indexed + failing.length >= repositories.all;
  };
  await expect.poll(isWhole, { timeout: 60_000 }).toBe(true);
}

/** A search over all repositories that finds two files, and the same in their repository. */
export const foundPath = "/code?q=HttpClient";
export const dialogPath = "/repo/congress-client?search=HttpClient";

/** A file of the repository with files that break viewers. */
export function oddFilePath(path: string): string {
  return `/repo/edge-of-text/files/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Opens Search Code and searches in the browser, whose calls a test can answer. */
export async function searchFor(page: Page, query: string): Promise<void> {
  await open(page, "/code");
  await page.getByRole("searchbox", { name: "Search code" }).fill(query);
  await page.keyboard.press("Enter");
}

/** Returns the visible lines of the open file. */
export async function openLines(page: Page): Promise<string> {
  const lines = await page.locator("[data-line]").evaluateAll((all) => all.map((line) => line.textContent));
  return lines.join("");
}

const refusal = /status of (?:400|401|403|404|429|502)|^console\.error: Failed to load \S+\//;

/** Removes the browser's own messages about refused calls, and the log line about an unreadable file. */
export function dropRefusals(complaints: string[]): void {
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !refusal.test(line)));
}
