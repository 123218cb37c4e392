import type { Page } from "@playwright/test";
import { startE2eServer, test as base, type E2eServer } from "../visits/e2e.ts";

/** Playwright's test on a site of its own: each new code search counts against the sandbox's ten a minute. */
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

/** A search over all repositories that finds two files, and the same in the repository that holds them. */
export const foundPath = "/code?q=HttpClient";
export const dialogPath = "/repo/congress-client?search=HttpClient";

/** A file of the repository whose files break viewers. */
export function oddFilePath(path: string): string {
  return `${foundPath}&file=${encodeURIComponent(`edge-of-text/${path}`)}`;
}

/** The lines of the open file that are near, as they are read. */
export async function openLines(page: Page): Promise<string> {
  const lines = await page.locator("[data-line]").evaluateAll((all) => all.map((line) => line.textContent));
  return lines.join("");
}

const refusal = /status of (?:400|401|403|404|429|502)|^console\.error: Failed to load \S+\//;

/** Takes out what the browser says by itself of refused calls, and the log line of a file that could not be read. */
export function dropRefusals(complaints: string[]): void {
  complaints.splice(0, complaints.length, ...complaints.filter((line) => !refusal.test(line)));
}
