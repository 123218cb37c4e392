import type { GitCommit } from "./git-objects.ts";
import { isTree, type GitFile, type GitTree } from "./git-objects.ts";

/** Languages by file name extension, as GitHub counts them; JSX and TSX count as what they compile to. */
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

/** Prose and data, whose languages GitHub doesn't count in a repository. */
const uncounted = new Set(["Markdown", "JSON", "YAML", "CSV", "XML", "Text"]);

/** Alternative names of languages in searches. */
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

/** Returns a file's language by its name; null if unknown. */
export function languageOf(path: string): string | null {
  const extension = extensionOf(path);
  return languagesByExtension[extension] ?? null;
}

/** Returns the lower-case extension after the last dot; empty without one. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** Returns true if a search's `language:` means this language, ignoring case and including aliases. */
export function isLanguage(language: string | null, asked: string): boolean {
  const name = asked.toLowerCase();
  return language !== null && language.toLowerCase() === (aliases[name] ?? name);
}

/** Counts a commit's bytes by language, largest first. */
export function countLanguages(commit: GitCommit | undefined): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const file of commit === undefined ? [] : listFiles(commit.tree)) {
    const language = languageOf(file.path);
    if (language === null || uncounted.has(language) || !file.mode.startsWith("100")) continue;
    bytes.set(language, (bytes.get(language) ?? 0) + file.bytes.length);
  }
  return Object.fromEntries([...bytes].toSorted(([, a], [, b]) => b - a));
}

/** Lists every file below a tree, in git's order. */
export function listFiles(tree: GitTree): GitFile[] {
  return tree.entries.flatMap((entry) => (isTree(entry) ? listFiles(entry) : [entry]));
}
