import { describe, expect, it } from "vitest";
import { categoryNameKey } from "./category-name.ts";

describe("category names", () => {
  it.each([
    ["Groceries", "groceries"],
    ["  GROCERIES ", "groceries"],
    ["Home  & Garden", "home & garden"],
    ["Ｐｅｔｓ", "pets"],
    ["Café", "cafe\u0301".normalize("NFC")],
  ])("%j is compared as %j", (name, key) => {
    expect(categoryNameKey(name)).toBe(key);
  });
});
