import { parseArgs } from "node:util";
import { ensureChromium, findChromium } from "./support/chromium.ts";

/** Prints the path of a Chromium that starts; `--install` installs one if needed. Progress goes to stderr. */

const { values } = parseArgs({ options: { install: { type: "boolean", default: false } } });
const say = (line: string) => process.stderr.write(`${line}\n`);

const found = await (values.install ? ensureChromium(say) : findChromium(say));
if (found === null) {
  say("Chromium not found. Run `node scripts/find-chromium.ts --install`.");
  process.exitCode = 1;
} else {
  say(`Chromium ${found.version}, ${found.source}`);
  process.stdout.write(`${found.path}\n`);
}
