import { describe, expect, it } from "vitest";
import { nullOnlyFields } from "./null-only-fields.ts";

describe("fields that are only ever null", () => {
  it("are named by their path, also inside lists", () => {
    const sample = { spouse: null, sponsors: [{ name: "A", district: null }, { name: "B" }] };
    expect(nullOnlyFields([sample])).toEqual(["spouse", "sponsors[].district"]);
  });

  it("are none where any sample, or any item of a list, has a value", () => {
    expect(nullOnlyFields([{ a: null }, { a: 1 }])).toEqual([]);
    expect(nullOnlyFields([{ list: [{ a: null }, { a: false }] }])).toEqual([]);
  });

  it("are told from lists that hold only null", () => {
    expect(nullOnlyFields([{ list: [null] }])).toEqual(["list[]"]);
    expect(nullOnlyFields([{ list: [] }])).toEqual([]);
  });

  it("are quoted where a name would read as a path, and named at most twenty times", () => {
    expect(nullOnlyFields([{ "a.b": null, "": null }])).toEqual(['"a.b"', '""']);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, null]));
    expect(nullOnlyFields([many])).toHaveLength(20);
  });

  it("are found without running out of stack in deep input", () => {
    let deep: unknown = null;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(nullOnlyFields([deep])).toEqual([]);
  });
});
