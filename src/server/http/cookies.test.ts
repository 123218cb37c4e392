import { describe, expect, test } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { cookieName, expiredCookie, parseCookies, serializeCookie } from "./cookies.ts";

describe("cookies", () => {
  test("are tied to the host on https and plain on http", () => {
    expect(cookieName("folio", true)).toBe("__Host-folio");
    expect(cookieName("folio", false)).toBe("folio");
    expect(serializeCookie("folio", "abc", { isHttps: true, maxAgeSeconds: 60.9 })).toBe(
      "__Host-folio=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
    );
    expect(expiredCookie("folio", false)).toBe("folio=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });

  test.each([
    [undefined, []],
    ["", []],
    [";;;=;a", []],
    [
      "a=1; b=2",
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    [" \t a \t = \t 1 \t ", [["a", "1"]]],
    ["a=x=y", [["a", "x=y"]]],
    ["a=%E0%A4%A", [["a", "%E0%A4%A"]]],
    [
      "__proto__=1; constructor=2",
      [
        ["__proto__", "1"],
        ["constructor", "2"],
      ],
    ],
  ])("of the header %j are read as %j", (header, expected) => {
    expect([...parseCookies(header)]).toEqual(expected);
  });

  test.each(["\u00A0", "\uFEFF", "\u2003", "\u3000", "\v", "\f", "\r", "\n", "\u0085"])(
    "with %j before its name isn't ours; in a value it is kept",
    (space) => {
      const cookies = parseCookies(`${space}__Host-folio=theirs; __Host-folio=ours; v=${space}1${space}`);
      expect(cookies.get("__Host-folio")).toBe("ours");
      expect(cookies.get("v")).toBe(`${space}1${space}`);
    },
  );

  test.each(["a=1; a=2", "a=1; b=3; a=1", "a=1;a=2;a=3", "a=1; a =2"])(
    "with duplicate names (%j) are ignored, because either could be ours",
    (header) => {
      expect(parseCookies(header).has("a")).toBe(false);
    },
  );

  test("are read from any text without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (header) => {
        expect(parseCookies(header)).toBeInstanceOf(Map);
      }),
    );
  });

  test("beyond the maximum number are ignored", () => {
    const header = Array.from({ length: 5000 }, (_, index) => `c${index}=1`).join("; ");
    expect(parseCookies(header).size).toBe(200);
  });
});
