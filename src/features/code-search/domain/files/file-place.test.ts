import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { extendedTo, filePlaceOf, hashOfLines, linesOfHash } from "./file-place.ts";

describe("filePlaceOf", () => {
  it("tells the tree, folders, and files apart", () => {
    expect(filePlaceOf("/repo/a/files")).toEqual({ path: "", isFolder: true });
    expect(filePlaceOf("/repo/a/files/")).toEqual({ path: "", isFolder: true });
    expect(filePlaceOf("/repo/a/files/src/")).toEqual({ path: "src/", isFolder: true });
    expect(filePlaceOf("/repo/a/files/src/x.ts")).toEqual({ path: "src/x.ts", isFolder: false });
  });

  it("reads any name back, also one with %2F, ?, #, and control characters", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const address = `/repo/a/files/${names.map(encodeURIComponent).join("/")}`;
        expect(filePlaceOf(address)?.path).toBe(names.join("/"));
      }),
    );
    expect(filePlaceOf("/repo/a/files/a%252Fb")?.path).toBe("a%2Fb");
  });

  it("returns null for an invalid encoding", () => {
    expect(filePlaceOf("/repo/a/files/%E0%A4%A")).toBeNull();
  });
});

describe("lines in the hash", () => {
  it("are read as GitHub writes them", () => {
    expect(linesOfHash("#L3")).toEqual({ first: 3, last: 3 });
    expect(linesOfHash("#L3-L9")).toEqual({ first: 3, last: 9 });
    expect(linesOfHash("#L9-L3")).toEqual({ first: 3, last: 9 });
    expect(linesOfHash("#L3C1-L9C4")).toEqual({ first: 3, last: 9 });
    for (const other of ["", "#", "#readme", "#L0", "#L-3", "#L3-", "#L3x"])
      expect(linesOfHash(other)).toBeNull();
  });

  it("are written as they are read", () => {
    expect(hashOfLines(null)).toBe("");
    for (const hash of ["#L3", "#L3-L9"]) expect(hashOfLines(linesOfHash(hash))).toBe(hash);
  });

  it("extend from the selected ones in both directions", () => {
    expect(extendedTo(5, null)).toEqual({ first: 5, last: 5 });
    expect(extendedTo(9, { first: 5, last: 5 })).toEqual({ first: 5, last: 9 });
    expect(extendedTo(2, { first: 5, last: 9 })).toEqual({ first: 2, last: 9 });
  });
});
