import { expect, it } from "vitest";
import { durationText } from "./duration-text.ts";

it.each([
  [-5, "1 second"],
  [1000, "1 second"],
  [41_001, "42 seconds"],
  [90_000, "90 seconds"],
  [90_001, "2 minutes"],
  [3_600_000, "60 minutes"],
])("formats a wait of %i ms as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
