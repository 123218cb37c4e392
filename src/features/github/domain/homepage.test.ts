import { describe, expect, it } from "vitest";
import { homepageUrl } from "./homepage.ts";

describe("the homepage of a repository", () => {
  it.each([
    ["https://tide.example/app?x=1#y", "https://tide.example/app?x=1#y"],
    [" http://tide.example ", "http://tide.example"],
    ["tide.example", "https://tide.example"],
    ["docs.tide.example/start", "https://docs.tide.example/start"],
  ])("%j is %j", (given, expected) => {
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
  ])("%j is no address", (given) => {
    expect(homepageUrl(given)).toBeNull();
  });
});
