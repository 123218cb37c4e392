import { expect, it } from "vitest";
import { policyOrigins, siblingOrigins } from "./sibling-origins.ts";

it("lists every name of a loopback site, whichever is given", () => {
  const names = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"];
  for (const name of names) expect(siblingOrigins(name)).toEqual(names);
  expect(siblingOrigins("http://localhost")).toEqual([
    "http://localhost",
    "http://127.0.0.1",
    "http://[::1]",
  ]);
});

it.each(["https://folio.example", "http://localhost.example:3000", "http://127.0.0.1.example"])(
  "returns no other name for %s",
  (origin) => {
    expect(siblingOrigins(origin)).toEqual([origin]);
  },
);

it("omits from a policy what a policy can't express", () => {
  expect(policyOrigins(siblingOrigins("http://[::1]:1"))).toEqual([
    "http://localhost:1",
    "http://127.0.0.1:1",
  ]);
});
