import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import { z } from "zod";

/** What programs need to run: the checkout's files and packages that they reach by their imports. */
export type Reach = { files: string[]; packages: string[] };

const manifestSchema = z.object({ imports: z.record(z.string(), z.string()) });
/** Imports that vanish before a program runs (`import type`) are not counted. */
const importing =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|import\.meta\.resolve\(["']([^"']+)["']\)/g;

/**
 * Follows static and dynamic imports from `entries`, paths in the checkout; `except` are imports that are meant to be
 * reached in development only.
 */
export function reachFrom(root: string, entries: string[], except: string[] = []): Reach {
  const { imports } = manifestSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const packages = new Set<string>();
  const files = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    for (const name of importsOf(readFileSync(join(root, path), "utf8"))) {
      if (except.includes(name)) continue;
      const file = fileOf(name, path, imports);
      if (file !== null && existsSync(join(root, file))) waiting.push(file);
      else if (file === null && !isBuiltIn(name)) packages.add(packageOf(name));
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted() };
}

function importsOf(text: string): string[] {
  return [...text.matchAll(importing)].map(([, first, second, third]) => first ?? second ?? third ?? "");
}

/** The file behind an import of our own; null where it is a package's. */
function fileOf(name: string, from: string, imports: Record<string, string>): string | null {
  if (name.startsWith(".")) return posix.join(dirname(from), name);
  for (const [pattern, target] of Object.entries(imports)) {
    const [before = "", after] = pattern.split("*");
    if (after === undefined ? name === pattern : name.startsWith(before)) {
      return posix.normalize(target.replace("*", name.slice(before.length)));
    }
  }
  return null;
}

function isBuiltIn(name: string): boolean {
  return name.startsWith("node:") || builtinModules.includes(name);
}

function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}
