import { describe, expect, it } from "vitest";
import { homepageUrl } from "./homepage.ts";

describe("a repository's homepage", () => {
  it.each([
    ["https://tide.example/app?x=1#y", "https://tide.example/app?x=1#y"],
    [" http://tide.example ", "http://tide.example"],
    ["tide.example", "https://tide.example"],
    ["docs.tide.example/start", "https://docs.tide.example/start"],
  ])("turns %j into %j", (given, expected) => {
    expect(homepageUrl(given)).toBe(expected);
  });

  it.each([
    null,
    "",
    "javascript:alert(1)",
    "JavaScript:alert(1)//x.example",
    "data:text/html,x",
    "not yet",
    "//x",
  ])("rejects %j", (given) => {
    expect(homepageUrl(given)).toBeNull();
  });
});
