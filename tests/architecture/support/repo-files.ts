import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "../../../scripts/support/repo-paths.ts";

/** Returns the paths of the repository's files: committed ones and new ones that aren't ignored. */
export function repoFiles(): string[] {
  const output = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repoRoot,
    encoding: "utf8",
    maxBuffer: 50_000_000,
  });
  return [...new Set(output.split("\0"))].filter((path) => path !== "" && existsSync(join(repoRoot, path)));
}

export function readRepoFile(path: string): string {
  return readFileSync(join(repoRoot, path), "utf8");
}

/** Returns true for tests about rules, which contain planted violations. */
export function isAboutRules(path: string): boolean {
  return /^tests\/architecture\/.*\.test\.ts$/.test(path);
}

/** Returns true for text: binary files contain zero bytes. */
export function isText(text: string): boolean {
  return !text.includes("\0");
}

/** Returns matching lines of a text as `path:line: text`. */
export function matchingLines(path: string, text: string, pattern: RegExp): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      pattern.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 160)}`] : [],
    );
}
