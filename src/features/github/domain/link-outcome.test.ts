import { expect, test } from "vitest";
import { linkOutcome, type LinkOutcome } from "./link-outcome.ts";

const cases: [query: string, outcome: LinkOutcome][] = [
  ["code=abc&state=xyz", { kind: "answered", code: "abc", state: "xyz" }],
  ["error=access_denied&error_description=The+user+has+denied&state=xyz", { kind: "canceled" }],
  [
    "error=application_suspended&error_description=Your+application+has+been+suspended.",
    { kind: "refused", reason: "Your application has been suspended." },
  ],
  ["error=redirect_uri_mismatch", { kind: "refused", reason: "redirect_uri_mismatch" }],
  ["error=access_denied&code=abc&state=xyz", { kind: "canceled" }],
  ["code=abc", { kind: "none" }],
  ["code=&state=", { kind: "none" }],
  ["", { kind: "none" }],
];

test.each(cases)("/oauth?%s", (query, outcome) => {
  const parameters = new Map(
    query
      .split("&")
      .filter((part) => part !== "")
      .map((part) => part.split("=").map((text) => decodeURIComponent(text.replaceAll("+", " "))))
      .map(([name = "", value = ""]) => [name, value] as const),
  );
  expect(linkOutcome({ get: (name) => parameters.get(name) ?? null })).toEqual(outcome);
});
