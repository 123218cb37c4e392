import { parseArgs } from "node:util";
import { readSettings } from "#server/settings/settings.ts";
import { endWith } from "./support/command-end.ts";
import { rotateKey } from "./support/key-rotation.ts";

/**
 * `npm run rotate-key`: replaces the site's secret key and reseals everything sealed with the old one. Servers must be stopped.
 */

await endWith(async () => {
  // Takes no arguments: someone who asks for `--help` doesn't want another key.
  parseArgs({ options: {} });
  return rotateKey({ settings: readSettings(process.env), newKey: process.env["NEW_SECRET_KEY"] });
});
