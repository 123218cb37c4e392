import { expect, test } from "vitest";
import { withUniqueKeys } from "./unique-keys.ts";

test("equal rows get different keys, and the keys of the others do not depend on them", () => {
  const keys = withUniqueKeys(["a", "b", "a", "a"], (text) => text).map(({ key }) => key);
  expect(keys).toEqual(["a", "b", "a (2)", "a (3)"]);
});
