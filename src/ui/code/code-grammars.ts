import type { LanguageFn } from "highlight.js";

type Grammar = {
  load: () => Promise<{ default: LanguageFn }>;
  /** Aliases in highlight.js; a test compares them. */
  aliases?: string;
  /** Embedded languages, which would stay plain otherwise. */
  needs?: string;
};

/** Languages of highlight.js's common set (docs/reference/product.md, "Highlighted code"), each loaded on demand. */
export const grammars: Readonly<Record<string, Grammar>> = {
  "php-template": { load: () => import("highlight.js/lib/languages/php-template"), needs: "xml php" },
  "python-repl": {
    load: () => import("highlight.js/lib/languages/python-repl"),
    aliases: "pycon",
    needs: "python",
  },
  bash: { load: () => import("highlight.js/lib/languages/bash"), aliases: "sh zsh" },
  c: { load: () => import("highlight.js/lib/languages/c"), aliases: "h" },
  cpp: { load: () => import("highlight.js/lib/languages/cpp"), aliases: "cc c++ h++ hpp hh hxx cxx" },
  csharp: { load: () => import("highlight.js/lib/languages/csharp"), aliases: "cs c#" },
  css: { load: () => import("highlight.js/lib/languages/css") },
  diff: { load: () => import("highlight.js/lib/languages/diff"), aliases: "patch" },
  go: { load: () => import("highlight.js/lib/languages/go"), aliases: "golang" },
  graphql: { load: () => import("highlight.js/lib/languages/graphql"), aliases: "gql" },
  ini: { load: () => import("highlight.js/lib/languages/ini"), aliases: "toml" },
  java: { load: () => import("highlight.js/lib/languages/java"), aliases: "jsp" },
  javascript: {
    load: () => import("highlight.js/lib/languages/javascript"),
    aliases: "js jsx mjs cjs",
    needs: "xml css graphql",
  },
  json: { load: () => import("highlight.js/lib/languages/json"), aliases: "jsonc json5" },
  kotlin: { load: () => import("highlight.js/lib/languages/kotlin"), aliases: "kt kts ktm ktx" },
  less: { load: () => import("highlight.js/lib/languages/less") },
  lua: { load: () => import("highlight.js/lib/languages/lua"), aliases: "pluto" },
  makefile: { load: () => import("highlight.js/lib/languages/makefile"), aliases: "mk mak make" },
  markdown: {
    load: () => import("highlight.js/lib/languages/markdown"),
    aliases: "md mkdown mkd",
    needs: "xml",
  },
  objectivec: {
    load: () => import("highlight.js/lib/languages/objectivec"),
    aliases: "mm objc obj-c obj-c++ objective-c++",
  },
  perl: { load: () => import("highlight.js/lib/languages/perl"), aliases: "pl pm" },
  php: { load: () => import("highlight.js/lib/languages/php") },
  plaintext: { load: () => import("highlight.js/lib/languages/plaintext"), aliases: "text txt" },
  python: { load: () => import("highlight.js/lib/languages/python"), aliases: "py gyp ipython" },
  r: { load: () => import("highlight.js/lib/languages/r") },
  ruby: { load: () => import("highlight.js/lib/languages/ruby"), aliases: "rb gemspec podspec thor irb" },
  rust: { load: () => import("highlight.js/lib/languages/rust"), aliases: "rs" },
  scss: { load: () => import("highlight.js/lib/languages/scss") },
  shell: {
    load: () => import("highlight.js/lib/languages/shell"),
    aliases: "console shellsession",
    needs: "bash",
  },
  sql: { load: () => import("highlight.js/lib/languages/sql") },
  swift: { load: () => import("highlight.js/lib/languages/swift") },
  typescript: {
    load: () => import("highlight.js/lib/languages/typescript"),
    aliases: "ts tsx mts cts",
    needs: "xml css graphql",
  },
  vbnet: { load: () => import("highlight.js/lib/languages/vbnet"), aliases: "vb" },
  wasm: { load: () => import("highlight.js/lib/languages/wasm") },
  xml: {
    load: () => import("highlight.js/lib/languages/xml"),
    aliases: "html xhtml rss atom xjb xsd xsl plist wsf svg",
    needs: "css javascript",
  },
  yaml: { load: () => import("highlight.js/lib/languages/yaml"), aliases: "yml", needs: "ruby" },
};

const idOfName: ReadonlyMap<string, string> = new Map(
  Object.entries(grammars).flatMap(([id, { aliases = "" }]) =>
    [id, ...aliases.split(" ")].map((name) => [name, id] as const),
  ),
);

/** Returns the language for a name or an alias; undefined for an unknown one. */
export function grammarOf(name: string): string | undefined {
  return name === "" ? undefined : idOfName.get(name);
}

/** Returns a language and its embedded languages, recursively. */
export function withNeeded(id: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  if (found.has(id)) return found;
  return (grammars[id]?.needs ?? "")
    .split(" ")
    .filter((needed) => needed !== "")
    .reduce<ReadonlySet<string>>((all, needed) => withNeeded(needed, all), new Set([...found, id]));
}
