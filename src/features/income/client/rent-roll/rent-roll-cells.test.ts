import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { cellAfter } from "./rent-roll-cells.ts";

const size = { rows: 3, columns: 12 };
const press = (key: string, ctrlKey = false) => cellAfter({ row: 1, column: 5 }, { key, ctrlKey }, size);

describe("the keys of the rent roll", () => {
  it.each([
    ["ArrowLeft", false, { row: 1, column: 4 }],
    ["ArrowRight", false, { row: 1, column: 6 }],
    ["ArrowUp", false, { row: 0, column: 5 }],
    ["ArrowDown", false, { row: 2, column: 5 }],
    ["Home", false, { row: 1, column: 0 }],
    ["End", false, { row: 1, column: 11 }],
    ["Home", true, { row: 0, column: 0 }],
    ["End", true, { row: 2, column: 11 }],
    ["PageUp", false, { row: 0, column: 5 }],
    ["PageDown", false, { row: 2, column: 5 }],
  ])("%s, with Ctrl %s, move to %o", (key, ctrlKey, place) => {
    expect(press(key, ctrlKey)).toEqual(place);
  });

  it("ignore all other keys", () => {
    for (const key of ["Tab", "Enter", " ", "a", "Escape"]) expect(press(key)).toBeNull();
  });

  it("never leave the grid", () => {
    const keys = fc.constantFrom(
      "ArrowLeft",
      "ArrowRight",
      "ArrowUp",
      "ArrowDown",
      "Home",
      "End",
      "PageUp",
      "PageDown",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.boolean())), fc.integer({ min: 1, max: 5 }), (pressed, rows) => {
        let at = { row: 0, column: 0 };
        for (const [key, ctrlKey] of pressed) {
          at = cellAfter(at, { key, ctrlKey }, { rows, columns: 12 }) ?? at;
          expect(at.row >= 0 && at.row < rows && at.column >= 0 && at.column < 12).toBe(true);
        }
      }),
    );
  });
});
