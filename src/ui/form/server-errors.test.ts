import { expect, it } from "vitest";
import { placeServerErrors } from "./server-errors.ts";

const names = ["name", "startDate", "categories"];

it("assigns each error to its field, in the form's order", () => {
  expect(
    placeServerErrors(names, { startDate: ["Is after the end."], name: ["Is taken.", "Is too long."] }),
  ).toEqual({
    fields: [
      { name: "name", message: "Is taken. Is too long." },
      { name: "startDate", message: "Is after the end." },
    ],
    form: [],
  });
});

it("accepts paths and capitalized names", () => {
  expect(placeServerErrors(names, { StartDate: ["a"], "categories[2].estimate": ["b"] }).fields).toEqual([
    { name: "startDate", message: "a" },
    { name: "categories.2.estimate", message: "b" },
  ]);
});

it("assigns unknown keys to the form as a whole", () => {
  expect(placeServerErrors(names, { NOT_FOUND: ["Gone."], "": ["Odd."] })).toEqual({
    fields: [],
    form: ["Gone.", "Odd."],
  });
});
