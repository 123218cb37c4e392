import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { execFile } from "node:child_process";
import { repoRoot, toolPath } from "../../../scripts/support/repo-paths.ts";

/** A checkout in a temporary folder with our own configuration and only planted sources. */
export type PlantedRepo = {
  root: string;
  write: (files: Record<string, string>) => void;
  remove: () => void;
};

/** Copies the configuration, so that the test uses the same as `npm run check`. */
export function createPlantedRepo(): PlantedRepo {
  const root = mkdtempSync(join(tmpdir(), "folio-planted-"));
  for (const name of [".oxlintrc.json", "package.json", ...globSync("tsconfig*.json", { cwd: repoRoot })]) {
    copyFileSync(join(repoRoot, name), join(root, name));
  }
  symlinkSync(join(repoRoot, "node_modules"), join(root, "node_modules"), "junction");
  return {
    root,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export type Finding = { path: string; rule: string; message: string };

/** Returns oxlint's findings in the planted sources under the repository's own rules. */
export async function lint(repo: PlantedRepo): Promise<Finding[]> {
  const { output } = await run(repo, [toolPath("oxlint"), "--format", "json", "src"]);
  const start = output.indexOf("{");
  const report: unknown = JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  return readDiagnostics(report);
}

function readDiagnostics(report: unknown): Finding[] {
  const { diagnostics } = report as { diagnostics: { code: string; filename: string; message: string }[] };
  return diagnostics.map(({ code, filename, message }) => ({
    path: filename.replaceAll("\\", "/"),
    rule: code.replace(/^[\w-]+\((.*)\)$/, "$1"),
    message,
  }));
}

/** Returns the compiler's output for one of the three TypeScript projects, line by line. */
export async function compile(repo: PlantedRepo, project: string): Promise<string[]> {
  const { output } = await run(repo, [toolPath("typescript", "tsc"), "-b", project, "--pretty", "false"]);
  return output.split("\n").filter((line) => line.trim() !== "");
}

/** Edits the copied lint configuration. */
export function editLintConfig(repo: PlantedRepo, edit: (text: string) => string): void {
  const path = join(repo.root, ".oxlintrc.json");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

function run(repo: PlantedRepo, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: repo.root, maxBuffer: 20_000_000 }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === "number" ? error.code : 0,
        output: stdout === "" ? stderr : stdout,
      });
    });
  });
}
