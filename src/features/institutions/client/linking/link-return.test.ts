import { describe, expect, it } from "vitest";
import { readLinkReturn, withoutLinkReturn } from "./link-return.ts";

const at = (query: string) => new URL(`https://site.example/accounts${query}`);

describe("a bank dialog's result in the address", () => {
  it.each([
    ["", null],
    ["?sort=name", null],
    ["?public_token=", null],
    ["?public_token=public-1", { kind: "token", publicToken: "public-1" }],
    ["?repaired=item-1", { kind: "repaired" }],
    ["?repaired", { kind: "repaired" }],
    ["?link_canceled=1", { kind: "canceled" }],
    [
      "?oauth_state_id=abc%20d",
      { kind: "oauth", receivedRedirectUri: "https://site.example/accounts?oauth_state_id=abc%20d" },
    ],
  ])("is read from %s", (query, expected) => {
    expect(readLinkReturn(at(query))).toEqual(expected);
  });

  it("is removed from the address without touching other parameters", () => {
    expect(withoutLinkReturn(at("?public_token=p&sort=name"))).toBe("/accounts?sort=name");
    expect(withoutLinkReturn(at("?repaired=1"))).toBe("/accounts");
    expect(withoutLinkReturn(at("?link_canceled=1"))).toBe("/accounts");
    expect(withoutLinkReturn(at("?oauth_state_id=1&x=1"))).toBe("/accounts?x=1");
    expect(
      readLinkReturn(new URL(withoutLinkReturn(at("?public_token=p&repaired=1")), "https://a.b")),
    ).toBeNull();
  });
});
