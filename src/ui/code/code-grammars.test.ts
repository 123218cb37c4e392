import common from "highlight.js/lib/common";
import { expect, test } from "vitest";
import { grammarOf, grammars, withNeeded } from "./code-grammars.ts";
import { highlightCode } from "./code-highlighter.ts";

test("highlights a language embedded in another", async () => {
  const outcome = await highlightCode({
    code: "<style>a { color: red; }</style><script>const a = 1;</script>",
    language: "html",
  });
  expect(outcome).toMatchObject({ kind: "highlighted", language: "xml" });
  expect(JSON.stringify(outcome)).toContain("hljs-attribute");
  expect(JSON.stringify(outcome)).toContain("hljs-keyword");
});

test("covers highlight.js's common set with all of its aliases", () => {
  expect(Object.keys(grammars).toSorted()).toEqual(common.listLanguages().toSorted());
  for (const id of common.listLanguages()) {
    const aliases = common.getLanguage(id)?.aliases ?? [];
    expect(grammars[id]?.aliases?.split(" ") ?? [], id).toEqual(aliases);
    for (const name of [id, ...aliases]) {
      const meant = common.getLanguage(name)?.name;
      expect(common.getLanguage(grammarOf(name) ?? "")?.name, name).toBe(meant);
    }
  }
});

test("rejects an empty name and names of Object's properties", () => {
  for (const name of ["constructor", "toString", "__proto__", "", " "])
    expect(grammarOf(name)).toBeUndefined();
});

test("finds embedded languages recursively, even in a cycle", () => {
  expect([...withNeeded("markdown")].toSorted()).toEqual(["css", "graphql", "javascript", "markdown", "xml"]);
  expect([...withNeeded("csharp")]).toEqual(["csharp"]);
});
