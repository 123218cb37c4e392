import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
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
    ["a=1; a=2", [["a", "1"]]],
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

  test("are read from any text without throwing", () => {
    assert(
      property(string({ unit: "binary" }), (header) => {
        expect(parseCookies(header)).toBeInstanceOf(Map);
      }),
    );
  });

  test("beyond the first hundreds are not read", () => {
    const header = Array.from({ length: 5000 }, (_, index) => `c${index}=1`).join("; ");
    expect(parseCookies(header).size).toBe(200);
  });
});
