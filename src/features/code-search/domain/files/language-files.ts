import type { CodeQuery, QueryFilter } from "../query/code-query.ts";
import { hasOnlyQualifiers, hasPlaceholder } from "../query/github-query.ts";
import { readSizeRange } from "../query/size-range.ts";

/** A file in a repository's tree. */
export type ListedFile = { path: string; sizeBytes: number };

type FileTest = (file: ListedFile) => boolean;

/** Languages: GitHub's name, other names in queries, and their files by extension or by whole name. */
const languages: readonly (readonly [names: string, extensions: string, fileNames?: string])[] = [
  ["C#|csharp|cs", "cs csx"],
  ["TypeScript|ts|tsx", "ts tsx mts cts"],
  ["JavaScript|js|jsx|node", "js jsx mjs cjs"],
  ["Vue", "vue"],
  ["HTML|xhtml", "html htm xhtml"],
  ["CSS", "css"],
  ["SCSS", "scss"],
  ["Sass", "sass"],
  ["Less", "less"],
  ["JSON", "json jsonc webmanifest"],
  ["YAML|yml", "yml yaml"],
  ["TOML", "toml"],
  ["INI", "ini cfg properties", ".editorconfig .gitconfig"],
  ["XML", "xml xsd xsl xslt csproj props targets svg"],
  ["Markdown|md", "md markdown"],
  ["Python|py", "py pyi pyw"],
  ["SQL|tsql|t-sql|plpgsql|pl/pgsql|plsql", "sql"],
  ["Shell|bash|sh|zsh", "sh bash zsh", ".bashrc .profile"],
  ["PowerShell|pwsh", "ps1 psm1 psd1"],
  ["Batchfile|bat|batch", "bat cmd"],
  ["Dockerfile|docker", "dockerfile", "dockerfile containerfile"],
  ["Makefile|make", "mk mak", "makefile gnumakefile"],
  ["Go|golang", "go"],
  ["Rust|rs", "rs"],
  ["Java", "java"],
  ["Kotlin|kt", "kt kts"],
  ["Swift", "swift"],
  ["Objective-C|objectivec|objc", "m mm"],
  ["C", "c h"],
  ["C++|cpp", "cpp cc cxx hpp hh hxx h"],
  ["Ruby|rb", "rb rake gemspec", "gemfile rakefile"],
  ["PHP", "php"],
  ["Perl|pl", "pl pm"],
  ["R", "r"],
  ["Lua", "lua"],
  ["GraphQL", "graphql gql"],
  ["F#|fsharp", "fs fsi fsx"],
  ["Visual Basic .NET|vb.net|vbnet|visual basic", "vb"],
  ["HTML+Razor|razor|cshtml", "cshtml razor"],
  ["Svelte", "svelte"],
  ["Elixir", "ex exs"],
  ["Haskell", "hs"],
  ["Scala", "scala sc"],
  ["Dart", "dart"],
  ["Diff|patch", "diff patch"],
  ["WebAssembly|wasm|wat", "wat wast"],
  ["Bicep", "bicep"],
  ["HCL|terraform", "tf hcl tfvars"],
  ["Jupyter Notebook|ipython notebook", "ipynb"],
  ["Text|plain text", "txt"],
];

type FileRule = { name: string; extensions: ReadonlySet<string>; fileNames: ReadonlySet<string> };

const rules: readonly FileRule[] = languages.map(([names, extensions, fileNames = ""]) => ({
  name: names.split("|", 1)[0] ?? names,
  extensions: new Set(extensions.split(" ")),
  fileNames: new Set(fileNames === "" ? [] : fileNames.split(" ")),
}));

const ruleOf: ReadonlyMap<string, FileRule> = new Map(
  rules.flatMap((rule, index) =>
    (languages[index]?.[0] ?? "").split("|").map((name) => [name.toLowerCase(), rule] as const),
  ),
);

/** The first language of an extension or a whole name: headers count as C. */
const languageByFile = {
  extensions: new Map(
    rules.toReversed().flatMap(({ name, extensions }) => Array.from(extensions, (each) => [each, name])),
  ),
  fileNames: new Map(
    rules.toReversed().flatMap(({ name, fileNames }) => Array.from(fileNames, (each) => [each, name])),
  ),
};

/** Returns GitHub's name of a file's language by the file's name; null if unknown. */
export function languageOfPath(path: string): string | null {
  const { extensions, fileNames } = languageByFile;
  return fileNames.get(nameOf(path)) ?? extensions.get(extensionOf(path)) ?? null;
}

/** Returns GitHub's name of a language that a query calls `csharp` or `ts`; null if unknown. */
export function languageNamed(name: string): string | null {
  return ruleOf.get(name.toLowerCase())?.name ?? null;
}

/**
 * Returns a file filter for a search with only qualifiers, which GitHub's code search accepts or refuses at random
 * (docs/decisions, "Searches without a word"); null if only GitHub can answer.
 */
export function fileTestOf(query: CodeQuery): FileTest | null {
  const filters = query.filters.filter(({ name }) => name !== "repo");
  if (!hasOnlyQualifiers(query) || filters.length === 0) return null;
  const tests: { kind: string; isExclusion: boolean; fits: FileTest }[] = [];
  for (const filter of filters) {
    const fits = testOf(filter);
    if (fits === null) return null;
    const { name, isExclusion } = filter;
    tests.push({ kind: `${name} ${isExclusion}`, isExclusion, fits });
  }
  // As on GitHub: any of several languages or paths matches, and no excluded one may.
  const kinds = Object.values(Object.groupBy(tests, ({ kind }) => kind));
  return (file) =>
    kinds.every((same = []) => same.some(({ fits }) => fits(file)) !== (same[0]?.isExclusion === true));
}

function testOf(filter: QueryFilter): FileTest | null {
  const wanted = filter.value.toLowerCase();
  if (hasPlaceholder(filter)) return null;
  switch (filter.name) {
    case "language": {
      const rule = ruleOf.get(wanted);
      return rule === undefined
        ? null
        : ({ path }) => rule.extensions.has(extensionOf(path)) || rule.fileNames.has(nameOf(path));
    }
    case "extension":
      return ({ path }) => extensionOf(path) === wanted.replace(/^\./, "");
    case "file":
      return ({ path }) => nameOf(path).includes(wanted);
    case "path":
      return pathTest(wanted);
    case "size":
      return sizeTest(wanted);
    default:
      return null;
  }
}

/** Filters by path: `path:/` is the top folder only; any other path is a folder with everything below it, or part of the file's path. */
function pathTest(wanted: string): FileTest {
  if (wanted === "/") return ({ path }) => !path.includes("/");
  const folder = wanted.replaceAll(/^\/+|\/+$/g, "");
  return ({ path }) => `/${path.toLowerCase()}`.includes(`/${folder}`);
}

function sizeTest(wanted: string): FileTest | null {
  const range = readSizeRange(wanted);
  return range === null ? null : ({ sizeBytes }) => sizeBytes >= range.least && sizeBytes <= range.most;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

function extensionOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  // "Dockerfile" matches by its whole name, and ".gitignore" has no extension.
  return dot < 1 ? "" : name.slice(dot + 1);
}
