import { expect, it } from "vitest";
import { placeServerErrors } from "./server-errors.ts";

const names = ["name", "startDate", "categories"];

it("puts each error on its field, in the order of the form", () => {
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

it("understands paths and names that begin with a capital", () => {
  expect(placeServerErrors(names, { StartDate: ["a"], "categories[2].estimate": ["b"] }).fields).toEqual([
    { name: "startDate", message: "a" },
    { name: "categories.2.estimate", message: "b" },
  ]);
});

it("gives keys that the form does not have to the form as a whole", () => {
  expect(placeServerErrors(names, { NOT_FOUND: ["Gone."], "": ["Odd."] })).toEqual({
    fields: [],
    form: ["Gone.", "Odd."],
  });
});
