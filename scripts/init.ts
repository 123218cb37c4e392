import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { readSettings } from "#server/settings/settings.ts";
import { endWith } from "./support/command-end.ts";
import { makeSite, type Ask } from "./support/site-init.ts";

/**
 * `npm run init`: creates the owner's folder from the sample. Asks for the owner's details, or takes `-- --name "Ada
 * Lanternfish" --domain ada.example --time-zone Europe/Lisbon --github ada`. Overwrites nothing.
 */
await endWith(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: "string" },
      domain: { type: "string" },
      "time-zone": { type: "string" },
      github: { type: "string" },
    },
  });
  const { SITE_DIR } = readSettings(process.env);
  return makeSite({
    directory: resolve(SITE_DIR),
    given: values,
    ...(process.stdin.isTTY ? { ask: askAtTerminal } : {}),
  });
});

/**
 * Asks a question at the terminal.
 * @throws Error if the person ends the input instead of answering
 */
async function askAtTerminal(...[question]: Parameters<Ask>): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new AbortController();
  terminal.once("close", () => ended.abort());
  try {
    return await terminal.question(question, { signal: ended.signal });
  } catch {
    throw new Error("No answer. Nothing was created.");
  } finally {
    terminal.close();
  }
}
