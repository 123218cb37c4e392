import { describe, expect, it } from "vitest";
import { fileTestOf } from "./language-files.ts";
import { readSearchTerm } from "../query/search-term.ts";

const files = [
  "src/Orders/PlaceOrder.cs",
  "src/web/main.ts",
  "src/web/App.vue",
  "Dockerfile",
  "README.md",
  "docs/notes.md",
  ".gitignore",
  "scripts/build.SH",
].map((path, index) => ({ path, sizeBytes: 100 * (index + 1) }));

function found(text: string): string[] | null {
  const read = readSearchTerm(text, "wren-holloway");
  if ("problem" in read) throw new Error(read.problem);
  const test = fileTestOf(read.term);
  return test === null ? null : files.filter(test).map(({ path }) => path);
}

describe("a search with only qualifiers", () => {
  it.each([
    ["language:csharp", ["src/Orders/PlaceOrder.cs"]],
    ["language:C#", ["src/Orders/PlaceOrder.cs"]],
    ["language:TypeScript language:vue", ["src/web/main.ts", "src/web/App.vue"]],
    ["language:dockerfile", ["Dockerfile"]],
    ["language:shell", ["scripts/build.SH"]],
    ["extension:md", ["README.md", "docs/notes.md"]],
    ["extension:.MD path:docs", ["docs/notes.md"]],
    ["extension:md path:/", ["README.md"]],
    ["path:src -language:csharp", ["src/web/main.ts", "src/web/App.vue"]],
    ["filename:readme", ["README.md"]],
    ["language:markdown size:>500", ["docs/notes.md"]],
    ["language:markdown size:100..500", ["README.md"]],
    ["language:markdown size:<=500", ["README.md"]],
    ["extension:gitignore", []],
    ["language:csharp in:file fork:true", ["src/Orders/PlaceOrder.cs"]],
    ["language:cobra-lang repo:x", null],
    ["size:many", null],
    ["in:path", null],
    ["repo:tide", null],
    ["MediatR language:csharp", null],
  ])("%j finds %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
