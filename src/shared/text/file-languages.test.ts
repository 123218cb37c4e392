import hljs from "highlight.js/lib/common";
import { expect, test } from "vitest";
import { isInLanguage, languageNamed, languageOfFile } from "./file-languages.ts";

test.each([
  ["src/Program.cs", "C#"],
  ["a/b/App.vue", "Vue"],
  ["index.TSX", "TypeScript"],
  ["Makefile", "Makefile"],
  ["build/Dockerfile", "Dockerfile"],
  [".editorconfig", "INI"],
  ["types.d.ts", "TypeScript"],
  ["Module.vb", "Visual Basic .NET"],
  ["Pages/Index.cshtml", "HTML+Razor"],
  ["Cargo.toml", "TOML"],
  ["docs/page.mdx", "MDX"],
  ["settings.json5", "JSON5"],
  ["plot.ipynb", "Jupyter Notebook"],
  ["list.h", "C"],
  ["build.ps1", "PowerShell"],
])("%s is a %s file", (path, name) => {
  expect(languageOfFile(path)?.name).toBe(name);
});

test.each(["LICENSE", "data.xyz", "", "dir.cs/file", "constructor", "a.__proto__", ".gitignore"])(
  "%j has no known language",
  (path) => {
    expect(languageOfFile(path)).toBeNull();
  },
);

test.each([
  ["csharp", "C#"],
  ["TS", "TypeScript"],
  ["docker", "Dockerfile"],
  ["vb.net", "Visual Basic .NET"],
  ["Jupyter Notebook", "Jupyter Notebook"],
  ["cobra-lang", undefined],
])("a query's %j is %j", (typed, name) => {
  expect(languageNamed(typed)?.name).toBe(name);
});

test("a header is in C and in C++", () => {
  const languages = ["C", "C++", "C#"].flatMap((name) => languageNamed(name) ?? []);
  expect(languages.map((language) => isInLanguage("src/List.H", language))).toEqual([true, true, false]);
});

test("highlight.js supports every language marked as highlightable", () => {
  const paths = [
    "a.cs",
    "a.ts",
    "a.js",
    "a.vue",
    "a.html",
    "a.py",
    "a.sql",
    "a.sh",
    "a.yml",
    "a.md",
    "a.json",
    "a.wat",
    "a.toml",
    "a.mdx",
    "a.json5",
    "a.ipynb",
    "a.sass",
    "a.vb",
    "a.cshtml",
    "a.phtml",
    "a.rmd",
  ];
  for (const path of paths)
    expect(hljs.getLanguage(languageOfFile(path)?.highlight ?? ""), path).toBeDefined();
  expect(languageOfFile("a.dart")?.highlight).toBeNull();
});
