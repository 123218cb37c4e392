import type { GitCommit } from "./git-objects.ts";
import { isTree, type GitFile, type GitTree } from "./git-objects.ts";

/** Languages by the end of a file's name, as GitHub counts them; JSX and TSX count as what they compile to. */
const languagesByExtension: Record<string, string> = {
  cs: "C#",
  ts: "TypeScript",
  tsx: "TypeScript",
  mts: "TypeScript",
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  vue: "Vue",
  html: "HTML",
  css: "CSS",
  scss: "SCSS",
  py: "Python",
  sql: "PLpgSQL",
  sh: "Shell",
  go: "Go",
  rs: "Rust",
  php: "PHP",
  md: "Markdown",
  json: "JSON",
  yml: "YAML",
  yaml: "YAML",
  csv: "CSV",
  xml: "XML",
  csproj: "XML",
  txt: "Text",
};

/** Prose and data have a language, but no share in a repository's. */
const uncounted = new Set(["Markdown", "JSON", "YAML", "CSV", "XML", "Text"]);

/** Other names under which a search may ask for a language. */
const aliases: Record<string, string> = {
  csharp: "c#",
  ts: "typescript",
  js: "javascript",
  py: "python",
  sql: "plpgsql",
  bash: "shell",
  sh: "shell",
  golang: "go",
  rust: "rust",
};

/** The language of a file by its name; null where the name says nothing. */
export function languageOf(path: string): string | null {
  const extension = extensionOf(path);
  return languagesByExtension[extension] ?? null;
}

/** What follows the last dot of a file's name, in lower case; empty without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** True where a search's `language:` means this language: in any case, or by another name of it. */
export function isLanguage(language: string | null, asked: string): boolean {
  const wanted = asked.toLowerCase();
  return language !== null && language.toLowerCase() === (aliases[wanted] ?? wanted);
}

/** Bytes by language of what a commit holds, most first. */
export function countLanguages(commit: GitCommit | undefined): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const file of commit === undefined ? [] : listFiles(commit.tree)) {
    const language = languageOf(file.path);
    if (language === null || uncounted.has(language) || !file.mode.startsWith("100")) continue;
    bytes.set(language, (bytes.get(language) ?? 0) + file.bytes.length);
  }
  return Object.fromEntries([...bytes].toSorted(([, a], [, b]) => b - a));
}

/** Every file below a tree, in git's order. */
export function listFiles(tree: GitTree): GitFile[] {
  return tree.entries.flatMap((entry) => (isTree(entry) ? listFiles(entry) : [entry]));
}
