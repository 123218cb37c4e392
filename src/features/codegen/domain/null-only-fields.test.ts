import { describe, expect, it } from "vitest";
import { nullOnlyFields } from "./null-only-fields.ts";

describe("fields that are always null", () => {
  it("are listed by path, including inside arrays", () => {
    const sample = { spouse: null, sponsors: [{ name: "A", district: null }, { name: "B" }] };
    expect(nullOnlyFields([sample])).toEqual(["spouse", "sponsors[].district"]);
  });

  it("don't include fields with a value in any sample or array item", () => {
    expect(nullOnlyFields([{ a: null }, { a: 1 }])).toEqual([]);
    expect(nullOnlyFields([{ list: [{ a: null }, { a: false }] }])).toEqual([]);
  });

  it("don't include arrays of null", () => {
    expect(nullOnlyFields([{ list: [null] }])).toEqual(["list[]"]);
    expect(nullOnlyFields([{ list: [] }])).toEqual([]);
  });

  it("are quoted if the name looks like a path, and limited to twenty", () => {
    expect(nullOnlyFields([{ "a.b": null, "": null }])).toEqual(['"a.b"', '""']);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, null]));
    expect(nullOnlyFields([many])).toHaveLength(20);
  });

  it("are found in deep input without a stack overflow", () => {
    let deep: unknown = null;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(nullOnlyFields([deep])).toEqual([]);
  });
});
