import type { Page } from "@playwright/test";
import { startE2eServer, test as base, type E2eServer } from "../visits/e2e.ts";

/** Playwright's test with its own site, because each new code search counts toward the sandbox's ten a minute. */
export const test = base.extend<object, { server: E2eServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's shape to know what a fixture needs
    async ({}, use) => {
      const server = await startE2eServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

/** A search over all repositories that finds two files, and the same in their repository. */
export const foundPath = "/code?q=HttpClient";
export const dialogPath = "/repo/congress-client?search=HttpClient";

/** A file of the repository with files that break viewers. */
export function oddFilePath(path: string): string {
  return `${foundPath}&file=${encodeURIComponent(`edge-of-text/${path}`)}`;
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
