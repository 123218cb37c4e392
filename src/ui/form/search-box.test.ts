import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SearchBox } from "./search-box.tsx";

const nothing = () => undefined;

function html(more: Partial<Parameters<typeof SearchBox>[0]> = {}): string {
  return renderToStaticMarkup(
    createElement(SearchBox, {
      label: "Search code",
      value: "",
      onChange: nothing,
      onSubmit: nothing,
      ...more,
    }),
  );
}

test("without a script the form asks its own address, with the text under its name", () => {
  const markup = html({ action: "/code", name: "q", value: "Money" });
  expect(markup).toMatch(/<form[^>]* action="\/code"/);
  expect(markup).toMatch(/<input[^>]* name="q"[^>]* value="Money"/);
  expect(markup).toContain('type="submit"');
});

test("the button that clears is there only when there is something to clear", () => {
  expect(html()).not.toContain("Clear search");
  expect(html({ value: "x" })).toContain("Clear search");
});

test("label and description are tied to the field", () => {
  const markup = html({ description: "Qualifiers work." });
  const id = /<input[^>]* id="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toContain(`<label for="${id}"`);
  expect(markup).toContain(`aria-describedby="${id}-help"`);
  expect(markup).toContain(`id="${id}-help"`);
});
