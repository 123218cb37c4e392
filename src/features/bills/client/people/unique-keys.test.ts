import { expect, test } from "vitest";
import { withUniqueKeys } from "./unique-keys.ts";

test("gives equal rows different keys without affecting other rows' keys", () => {
  const keys = withUniqueKeys(["a", "b", "a", "a"], (text) => text).map(({ key }) => key);
  expect(keys).toEqual(["a", "b", "a (2)", "a (3)"]);
});
