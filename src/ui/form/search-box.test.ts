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

test("without JavaScript, the form submits the text to its own address", () => {
  const markup = html({ action: "/code", name: "q", value: "Money" });
  expect(markup).toMatch(/<form[^>]* action="\/code"/);
  expect(markup).toMatch(/<input[^>]* name="q"[^>]* value="Money"/);
  expect(markup).toContain('type="submit"');
});

test("shows the clear button only if there is text", () => {
  expect(html()).not.toContain("Clear search");
  expect(html({ value: "x" })).toContain("Clear search");
});

test("links the label and description to the field", () => {
  const markup = html({ description: "Qualifiers work." });
  const id = /<input[^>]* id="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toContain(`<label for="${id}"`);
  expect(markup).toContain(`aria-describedby="${id}-help"`);
  expect(markup).toContain(`id="${id}-help"`);
});
