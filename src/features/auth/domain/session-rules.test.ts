import { expect, test } from "vitest";
import { isTouchDue } from "./session-rules.ts";

const minute = 60_000;

test.each([
  [0, false],
  [minute - 1, false],
  [minute, true],
  [11 * 60 * minute, true],
  [12 * 60 * minute, false],
  [48 * 60 * minute, false],
])("updating the last use of a session used %d ms ago is due: %s", (idleMs, expected) => {
  expect(isTouchDue(1_000_000, 1_000_000 + idleMs)).toBe(expected);
});
