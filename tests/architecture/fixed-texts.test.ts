import { expect, test } from "vitest";
import { readRepoFile, repoFiles } from "./support/repo-files.ts";

/** Some texts are fixed letter by letter (docs/reference/product.md, "Fixed texts") and must not be reworded. */

const sources = repoFiles()
  .filter((path) => /^src\/(?!upstreams\/).*\.tsx?$/.test(path) && !path.includes(".test."))
  .map(readRepoFile)
  // JSX text may span two lines.
  .map((text) => text.replaceAll(/\s+/g, " "));

/** Returns the texts in backticks in that section's table. */
function fixedTexts(): string[] {
  const section = readRepoFile("docs/reference/product.md")
    .split(/^## /m)
    .find((part) => part.startsWith("Fixed texts"));
  const rows = (section ?? "").split("\n").filter((line) => line.startsWith("|"));
  return rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text));
}

/** Finds a whole text, in quotes or as the text of an element. */
function isThere(text: string): boolean {
  const whole = new RegExp(`["'\`>}] ?${text.replaceAll(".", "\\.")}(?:["'\`<{]| [<{"'\`])`);
  return sources.some((source) => whole.test(source));
}

test("every fixed text is in the sources", () => {
  expect(fixedTexts().length).toBeGreaterThan(50);
  expect(fixedTexts().filter((text) => !isThere(text))).toEqual([]);
});

test("planted: a reworded text is caught", () => {
  expect(isThere("An error ocurred saving")).toBe(true);
  expect(isThere("An error occurred saving")).toBe(false);
  expect(isThere("error ocurred saving")).toBe(false);
});
