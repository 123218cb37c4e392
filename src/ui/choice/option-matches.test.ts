import { describe, expect, it } from "vitest";
import { matchesOf } from "./option-matches.ts";

const options = ["Education", "Cash", "Phone & Internet", "Health", "Interest"].map((label) => ({
  id: label,
  label,
}));
const contains = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase());
const labels = (typed: string) => matchesOf(options, typed, contains).map(({ label }) => label);

describe("matches of a typed text", () => {
  it("begin with it first, then with one of their words", () => {
    expect(labels("CA")).toEqual(["Cash", "Education"]);
    expect(labels("inter")).toEqual(["Interest", "Phone & Internet"]);
    expect(labels("eal")).toEqual(["Health"]);
    expect(labels("zoo")).toEqual([]);
  });

  it("are all of them, in order, without a text", () => {
    expect(labels("")).toEqual(options.map(({ label }) => label));
  });
});
