import hljs from "highlight.js/lib/common";
import { expect, test } from "vitest";
import { languageOfFile } from "./code-file-languages.ts";

test.each([
  ["src/Program.cs", "C#"],
  ["a/b/App.vue", "Vue"],
  ["index.TSX", "TypeScript"],
  ["Makefile", "Makefile"],
  ["build/Dockerfile", "Docker"],
  [".editorconfig", "INI"],
  ["types.d.ts", "TypeScript"],
])("%s is a %s file", (path, label) => {
  expect(languageOfFile(path)?.label).toBe(label);
});

test.each(["LICENSE", "data.xyz", "", "dir.cs/file", "constructor", "a.__proto__"])(
  "%j has no known language",
  (path) => {
    expect(languageOfFile(path)).toBeNull();
  },
);

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
  ];
  for (const path of paths)
    expect(hljs.getLanguage(languageOfFile(path)?.highlight ?? ""), path).toBeDefined();
  expect(languageOfFile("a.dart")?.highlight).toBeNull();
});
