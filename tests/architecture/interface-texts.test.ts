import { describe, expect, test } from "vitest";
import { interfaceTexts } from "../../scripts/support/interface-texts.ts";

/** Texts that docs/reference/texts.md lists, found in the syntax of sources. */

const screen = "src/features/x/client/x-page.tsx";

describe("interfaceTexts", () => {
  test.each([
    ["the words of an element", "<p>No banks yet</p>", ["No banks yet"]],
    [
      "a sentence with what is filled in and what is inside it",
      "<p>Press <kbd>/</kbd> to find {count} posts.</p>",
      ["Press / to find {count} posts."],
    ],
    ["elements beside one another", "<p><b>Home</b> <i>About</i></p>", ["Home", "About"]],
    ["both sides of a choice", "<p>{isOpen ? 'Close' : 'Open it'}</p>", ["Close", "Open it"]],
    ["what is read aloud", "<input aria-label='search' className='wide box' />", ["search"]],
  ])("finds %s", (_case, source, texts) => {
    expect(interfaceTexts(screen, source)).toEqual(texts);
  });

  test("finds sentences, templates and labels outside of elements", () => {
    const source = `
      const names = { label: "sort by", key: "sort by" };
      toast({ title: \`Exempted \${rows.length} transactions\` });
      throw conflict("name", "Another budget has this name.");
    `;
    expect(interfaceTexts(screen, source)).toEqual([
      "sort by",
      "Exempted {length} transactions",
      "Another budget has this name.",
    ]);
  });

  test("finds lower-case messages of the server", () => {
    const source = 'log.warn("the disk is nearly full"); run("select a from b"); get("x-tenant");';
    expect(interfaceTexts("src/server/x.ts", source)).toEqual(["the disk is nearly full"]);
  });

  test("ignores types, imports, comparisons, and queries", () => {
    const source = `
      import x from "./Some File.ts";
      type Face = "Empty" | "Full";
      if (key === "Enter") run(sql\`Update of rows\`);
    `;
    expect(interfaceTexts(screen, source)).toEqual([]);
  });
});
