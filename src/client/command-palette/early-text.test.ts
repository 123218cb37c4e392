import { describe, expect, it } from "vitest";
import { textAfter } from "./early-text.ts";

function pressed(key: string, ctrlKey = false) {
  return { key, ctrlKey, metaKey: false, altKey: false };
}

describe("the text of keys pressed before there is a field", () => {
  it("has what was typed and not what was deleted again", () => {
    const keys = ["h", "t", "Backspace", "r", " ", "Shift", "1"].map((key) => pressed(key));
    expect(textAfter(keys, "")).toBe("hr 1");
  });

  it("leaves out shortcuts", () => {
    expect(textAfter([pressed("k", true), pressed("Enter")], "")).toBe("");
  });
});
