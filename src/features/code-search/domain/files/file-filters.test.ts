import { describe, expect, it } from "vitest";
import { fileTestOf } from "./file-filters.ts";
import { parseCodeQuery } from "../query/parse-code-query.ts";

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
  const parsed = parseCodeQuery(text, "wren-holloway", "github");
  if ("mistake" in parsed) throw new Error(parsed.mistake.message);
  const test = fileTestOf(parsed.query);
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
    ["file:*.ts", null],
    ["file:app ext:vue lang:vue", ["src/web/App.vue"]],
    ["repo:tide", null],
    ["MediatR language:csharp", null],
  ])("%j finds %j", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
  it.each([
    ["size:many", "Write a size in bytes, such as size:>1000 or size:10..200, at character 1."],
    ["in:path", "Add a word to search for."],
  ])("%j finds nothing and says why", (text, reason) => {
    expect(() => found(text)).toThrow(reason);
  });
});
