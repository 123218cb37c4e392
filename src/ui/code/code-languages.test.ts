import hljs from "highlight.js/lib/common";
import { expect, test } from "vitest";
import { highlightLanguage, isLanguageNamed } from "./code-languages.ts";

/** Required languages (docs/reference/product.md, "Highlighted code"), by their usual names. */
const specified: Record<string, string> = {
  markup: "xml",
  shell: "shell",
  C: "c",
  "C++": "cpp",
  "C#": "csharp",
  CSS: "css",
  Markdown: "markdown",
  Diff: "diff",
  Ruby: "ruby",
  Go: "go",
  GraphQL: "graphql",
  INI: "ini",
  Java: "java",
  JavaScript: "javascript",
  JSON: "json",
  Kotlin: "kotlin",
  Less: "less",
  Lua: "lua",
  Makefile: "makefile",
  Perl: "perl",
  "Objective-C": "objectivec",
  PHP: "php",
  Python: "python",
  R: "r",
  Rust: "rust",
  SCSS: "scss",
  SQL: "sql",
  Swift: "swift",
  YAML: "yaml",
  TypeScript: "typescript",
  "VB.NET": "vbnet",
  WebAssembly: "wasm",
};

test.each(Object.entries(specified))("%s is highlighted as %s", (typed, known) => {
  const language = hljs.getLanguage(highlightLanguage(typed) ?? "");
  expect(language?.name).toBe(hljs.getLanguage(known)?.name);
  expect(language).toBeDefined();
});

test("finds each of highlight.js's languages by its id and by its display name", () => {
  for (const id of hljs.listLanguages()) {
    expect(hljs.getLanguage(highlightLanguage(id) ?? ""), id).toBe(hljs.getLanguage(id));
  }
  const lists = new Set(["TOML, also INI", "HTML, XML"]);
  for (const name of hljs.listLanguages().map((id) => hljs.getLanguage(id)?.name ?? id)) {
    if (lists.has(name)) continue;
    expect(hljs.getLanguage(highlightLanguage(name) ?? ""), name).toBeDefined();
  }
});

test("accepts aliases, WordPress's class names, and names with spaces", () => {
  expect(highlightLanguage(" language-TS ")).toBe("ts");
  expect(highlightLanguage("lang-c#")).toBe("c#");
  expect(highlightLanguage("Visual Basic .NET")).toBe("vbnet");
  expect(highlightLanguage("html")).toBe("html");
  expect(hljs.getLanguage("html")?.name).toBe("HTML, XML");
});

test("treats an empty name as no language, and a name of Object's properties as unknown", () => {
  expect(highlightLanguage(undefined)).toBeUndefined();
  expect(highlightLanguage("   ")).toBeUndefined();
  expect(highlightLanguage("constructor")).toBe("constructor");
  expect(hljs.getLanguage("constructor")).toBeUndefined();
  expect(highlightLanguage("Brainfog")).toBe("brainfog");
});

test.each([undefined, "", "  ", "language-", "lang- ", "language- x", "C#", "markup", "lang-ts"])(
  "%o names a language if it has a name",
  (name) => {
    expect(isLanguageNamed(name)).toBe(highlightLanguage(name) !== undefined);
  },
);
