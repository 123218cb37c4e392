import { hasOnlyQualifiers, type Qualifier, type SearchTerm } from "./search-term.ts";

/** A file in a repository's tree. */
export type ListedFile = { path: string; sizeBytes: number };

type FileTest = (file: ListedFile) => boolean;

/** Languages: the names in queries, and their files by extension or by whole name. */
const languages: readonly (readonly [names: string, extensions: string, fileNames?: string])[] = [
  ["c#|csharp|cs", "cs csx"],
  ["typescript|ts|tsx", "ts tsx mts cts"],
  ["javascript|js|jsx|node", "js jsx mjs cjs"],
  ["vue", "vue"],
  ["html|xhtml", "html htm xhtml"],
  ["css", "css"],
  ["scss", "scss"],
  ["sass", "sass"],
  ["less", "less"],
  ["json", "json jsonc webmanifest"],
  ["yaml|yml", "yml yaml"],
  ["toml", "toml"],
  ["ini", "ini cfg properties", ".editorconfig .gitconfig"],
  ["xml", "xml xsd xsl xslt csproj props targets svg"],
  ["markdown|md", "md markdown"],
  ["python|py", "py pyi pyw"],
  ["sql|tsql|t-sql|plpgsql|pl/pgsql|plsql", "sql"],
  ["shell|bash|sh|zsh", "sh bash zsh", ".bashrc .profile"],
  ["powershell|pwsh", "ps1 psm1 psd1"],
  ["batchfile|bat|batch", "bat cmd"],
  ["dockerfile|docker", "dockerfile", "dockerfile containerfile"],
  ["makefile|make", "mk mak", "makefile gnumakefile"],
  ["go|golang", "go"],
  ["rust|rs", "rs"],
  ["java", "java"],
  ["kotlin|kt", "kt kts"],
  ["swift", "swift"],
  ["objective-c|objectivec|objc", "m mm"],
  ["c", "c h"],
  ["c++|cpp", "cpp cc cxx hpp hh hxx h"],
  ["ruby|rb", "rb rake gemspec", "gemfile rakefile"],
  ["php", "php"],
  ["perl|pl", "pl pm"],
  ["r", "r"],
  ["lua", "lua"],
  ["graphql", "graphql gql"],
  ["f#|fsharp", "fs fsi fsx"],
  ["visual basic .net|vb.net|vbnet|visual basic", "vb"],
  ["razor|html+razor|cshtml", "cshtml razor"],
  ["svelte", "svelte"],
  ["elixir", "ex exs"],
  ["haskell", "hs"],
  ["scala", "scala sc"],
  ["dart", "dart"],
  ["diff|patch", "diff patch"],
  ["webassembly|wasm|wat", "wat wast"],
  ["bicep", "bicep"],
  ["hcl|terraform", "tf hcl tfvars"],
  ["jupyter notebook|ipython notebook", "ipynb"],
  ["text|plain text", "txt"],
];

type FileRule = { extensions: ReadonlySet<string>; fileNames: ReadonlySet<string> };

const ruleOf: ReadonlyMap<string, FileRule> = new Map(
  languages.flatMap(([names, extensions, fileNames = ""]) => {
    const rule = { extensions: new Set(extensions.split(" ")), fileNames: new Set(fileNames.split(" ")) };
    return names.split("|").map((name) => [name, rule] as const);
  }),
);

/** Matches a size qualifier in bytes: `>100`, `>=100`, `<100`, `<=100`, `10..20`, `100`. */
const sizeRange = /^(?:(>=?|<=?)?(\d{1,9})|(\d{1,9})\.\.(\d{1,9}))$/;

/**
 * Returns a file filter for a search with only qualifiers, which GitHub's code search accepts or refuses at random
 * (docs/decisions, "Searches without a word"); null if only GitHub can answer.
 */
export function fileTestOf(term: SearchTerm): FileTest | null {
  // "in" and "fork" don't matter without words.
  const qualifiers = term.qualifiers.filter(({ name }) => name !== "in" && name !== "fork");
  if (!hasOnlyQualifiers(term) || qualifiers.length === 0) return null;
  const tests: { kind: string; isExclusion: boolean; fits: FileTest }[] = [];
  for (const qualifier of qualifiers) {
    const fits = testOf(qualifier);
    if (fits === null) return null;
    const { name, isExclusion } = qualifier;
    tests.push({ kind: `${name} ${isExclusion}`, isExclusion, fits });
  }
  // As on GitHub: any of several languages or paths matches, and no excluded one may.
  const kinds = Object.values(Object.groupBy(tests, ({ kind }) => kind));
  return (file) =>
    kinds.every((same = []) => same.some(({ fits }) => fits(file)) !== (same[0]?.isExclusion === true));
}

function testOf({ name, value }: Qualifier): FileTest | null {
  const wanted = value.toLowerCase();
  switch (name) {
    case "language": {
      const rule = ruleOf.get(wanted);
      return rule === undefined
        ? null
        : ({ path }) => rule.extensions.has(extensionOf(path)) || rule.fileNames.has(nameOf(path));
    }
    case "extension":
      return ({ path }) => extensionOf(path) === wanted.replace(/^\./, "");
    case "filename":
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
  const [whole, comparison, single, from, to] = sizeRange.exec(wanted) ?? [];
  if (whole === undefined) return null;
  const bytes = Number(single);
  return ({ sizeBytes }) => {
    if (from !== undefined) return sizeBytes >= Number(from) && sizeBytes <= Number(to);
    if (comparison === ">") return sizeBytes > bytes;
    if (comparison === ">=") return sizeBytes >= bytes;
    if (comparison === "<") return sizeBytes < bytes;
    if (comparison === "<=") return sizeBytes <= bytes;
    return sizeBytes === bytes;
  };
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
