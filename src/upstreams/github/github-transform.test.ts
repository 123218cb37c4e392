import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { contentSchema, errorSchema } from "./github-schemas.ts";
import { contentsOf, linkOf, rateOf } from "./github-transform.ts";

describe("a Link header", () => {
  const github =
    '<https://api.github.com/user/50003/repos?per_page=30&page=2>; rel="next", <https://api.github.com/user/50003/repos?per_page=30&page=3>; rel="last"';

  it.each([
    [github, "next", "https://api.github.com/user/50003/repos?per_page=30&page=2"],
    [github, "last", "https://api.github.com/user/50003/repos?per_page=30&page=3"],
    [github, "prev", null],
    [null, "next", null],
    ["", "next", null],
    ["nonsense, of; rel=next", "next", null],
    ['<https://x/a,b;c>; title="1, 2; rel=last"; rel=next', "next", "https://x/a,b;c"],
    ['<https://x/1>; REL="prev next"', "next", "https://x/1"],
    ['<https://x/1>; rel="nextish", <https://x/2>;rel=next', "next", "https://x/2"],
  ])("%s names %s as %s", (header, rel, expected) => {
    expect(linkOf(header, rel)).toBe(expected);
  });

  it("with any text is parsed quickly and never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("<", ">", ";", ",", '"', "=", " ", "rel", "next", "x") }),
        (text) => {
          const found = linkOf(text, "next");
          expect(found === null || text.includes(`<${found}>`)).toBe(true);
        },
      ),
    );
    const began = performance.now();
    for (const part of ["<", "<a>;", '<a>;"', "<a>; rel=", ",", "<a>;\t", '";r="'])
      linkOf(part.repeat(16_000), "next");
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("the remaining calls", () => {
  it("are read only from complete headers", () => {
    const headers = new Headers({
      "X-RateLimit-Limit": "60",
      "X-RateLimit-Remaining": "59",
      "X-RateLimit-Reset": "1700000000",
    });
    expect(rateOf(headers)).toEqual({
      limit: 60,
      remaining: 59,
      resetAt: new Date("2023-11-14T22:13:20Z"),
      resource: "core",
    });
    headers.set("x-ratelimit-reset", "soon");
    expect(rateOf(headers)).toBeNull();
  });
});

describe("GitHub's base64", () => {
  const base = { type: "file", name: "f", path: "f", sha: "s", encoding: "base64" };

  it("is decoded exactly, wherever its lines are broken", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom("\n", "\r\n", "\\n"),
        (bytes, lineBreak) => {
          const content = Buffer.from(bytes)
            .toString("base64")
            .replace(/.{1,60}/g, `$&${lineBreak}`);
          const contents = contentsOf(contentSchema.parse({ ...base, size: bytes.byteLength, content }));
          expect(contents).toMatchObject({ kind: "file", size: bytes.byteLength, bytes });
        },
      ),
    );
  });
});

describe("an error of GitHub", () => {
  it("can list reasons as objects, strings, or something new", () => {
    const reasons = (errors: unknown) =>
      errorSchema.parse({ message: "m", errors }).errors.map(({ code, message }) => code + message);
    expect(reasons([{ code: "too_large" }, "in words", { resource: "Search", message: "why" }])).toEqual([
      "too_large",
      "in words",
      "why",
    ]);
    expect(reasons({ new: true })).toEqual([]);
    expect(reasons(undefined)).toEqual([]);
  });
});
