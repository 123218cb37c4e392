import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The checkout that the scripts belong to. */
export const repoRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "");

const packageSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** Returns the file behind `npx name`, to run with our own Node 24 whatever the PATH, including on Windows. */
export function toolPath(packageName: string, name = packageName): string {
  const directory = join(repoRoot, "node_modules", packageName);
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(join(directory, "package.json"), "utf8")));
  const file = typeof bin === "string" ? bin : bin[name];
  if (file === undefined) throw new Error(`The package ${packageName} has no command ${name}.`);
  return join(directory, file);
}
