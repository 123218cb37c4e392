import common from "highlight.js/lib/common";
import { expect, test } from "vitest";
import { grammarOf, grammars, withNeeded } from "./code-grammars.ts";
import { highlightCode } from "./code-highlighter.ts";

test("a language that stands inside of another is coloured though nobody has asked for it yet", async () => {
  const outcome = await highlightCode({
    code: "<style>a { color: red; }</style><script>const a = 1;</script>",
    language: "html",
  });
  expect(outcome).toMatchObject({ kind: "highlighted", language: "xml" });
  expect(JSON.stringify(outcome)).toContain("hljs-attribute");
  expect(JSON.stringify(outcome)).toContain("hljs-keyword");
});

test("the languages are those of highlight.js's common set, under all of their names", () => {
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

test("names of Object's own, and none, are no languages", () => {
  for (const name of ["constructor", "toString", "__proto__", "", " "])
    expect(grammarOf(name)).toBeUndefined();
});

test("what stands inside is found to the end, and once where two stand in each other", () => {
  expect([...withNeeded("markdown")].toSorted()).toEqual(["css", "graphql", "javascript", "markdown", "xml"]);
  expect([...withNeeded("csharp")]).toEqual(["csharp"]);
});
