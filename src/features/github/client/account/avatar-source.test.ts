import { expect, test } from "vitest";
import { avatarSource } from "./avatar-source.ts";

const site = "https://site.test";

test.each([
  ["https://avatars.githubusercontent.com/u/1?v=4", "https://avatars.githubusercontent.com/u/1?v=4&s=70"],
  ["https://site.test/sandbox/github/avatars/u/1", "https://site.test/sandbox/github/avatars/u/1"],
  ["https://elsewhere.test/u/1", null],
  ["javascript:alert(1)", null],
  ["", null],
])("loads the picture %j from %j", (url, expected) => {
  expect(avatarSource(url, site, 70)).toBe(expected);
});
