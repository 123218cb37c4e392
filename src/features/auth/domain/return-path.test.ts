import { describe, expect, test } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { landingPath, safeReturnPath } from "./return-path.ts";

const origin = "https://folio.example";

describe("safeReturnPath", () => {
  test.each([
    ["/", "/"],
    ["/users", "/users"],
    ["/budget/3/edit?x=1&y=%2F%2F#part", "/budget/3/edit?x=1&y=%2F%2F#part"],
    ["/?u=https://other.example/", "/?u=https://other.example/"],
    ["https://folio.example/users?a=b", "/users?a=b"],
    ["HTTPS://FOLIO.EXAMPLE/users", "/users"],
    ["https://folio.example", "/"],
    ["https://folio.example?tab=1", "/?tab=1"],
    ["/post/señor", "/post/se%C3%B1or"],
    ["/post/%C3%B1", "/post/%C3%B1"],
    ["/.well-known/x", "/.well-known/x"],
    ["/search/A%2FB", "/search/A%2FB"],
    ["/post/100%25", "/post/100%25"],
    ["/?x=/%2eauth/logout", "/?x=/%2eauth/logout"],
  ])("accepts %s", (value, expected) => {
    expect(safeReturnPath(value, origin)).toBe(expected);
  });

  test.each([
    "",
    "users",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/x y",
    "/.//evil.example",
    "/..//evil.example",
    "/x//y",
    "/x/../.auth/logout",
    "/%2e%2e/.auth/logout",
    "https://evil.example",
    "https://evil.example/https://folio.example",
    "https:evil.example",
    "http://folio.example/",
    "https://folio.example.evil.example/",
    "https://folio.example@evil.example/",
    "https://folio.example:8443/",
    "https://folio.example//evil.example",
    "https://user@folio.example/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "/.auth/logout",
    "/.AUTH/login/aad",
    "/%2eauth/logout",
    "/%2Eauth%2Flogout",
    "/.%61uth/logout",
    "/%252eauth/logout",
    "/x%2f..%2f.auth/logout",
    "/%2f.auth/logout",
    "/%5c.auth%5clogout",
    "/s%61ndbox/entra/oauth2/v2.0/logout",
    "/%73ign-in",
    "/%2525252525252eauth/logout",
    "/sandbox/entra/choose/1",
    "/sign-in?problem=denied",
    "/\u0000",
    "/\u0085",
    "/\u2028",
    "/\ud800",
    `/${"x".repeat(2000)}`,
  ])("rejects %j", (value) => {
    expect(safeReturnPath(value, origin)).toBe("/");
  });

  test("returns the home page if none is given", () => {
    expect(safeReturnPath(null, origin)).toBe("/");
    expect(safeReturnPath(undefined)).toBe("/");
  });

  test("never leaves the site for any input", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        ":",
        "@",
        ".",
        "..",
        "%2f",
        "%5c",
        "\t",
        "\r\n",
        "?",
        "#",
        origin,
        "https:",
        "evil.example",
        "javascript:",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safeReturnPath(pieces.join(""), origin);
        expect(path).toMatch(/^\/[\u0021-\u007e]*$/);
        expect(path).not.toMatch(/^\/[/\\]/);
        const landed = new URL(path, origin);
        expect(landed.origin).toBe(origin);
        expect(new URL(landed.pathname, origin).origin).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });
});

test("lands members on the overview, unless the sign-in began on another page", () => {
  expect(landingPath(safeReturnPath("/sign-in"))).toBe("/accounts");
  expect(landingPath("/")).toBe("/accounts");
  expect(landingPath("/posts")).toBe("/posts");
});
