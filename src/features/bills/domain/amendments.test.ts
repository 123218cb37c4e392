import { expect, test } from "vitest";
import { amendmentLine } from "./amendments.ts";

test("an amendment has its type and number, what it is about, and its page at congress.gov", () => {
  expect(
    amendmentLine(
      { congress: 117, type: "samdt", number: "5194", purpose: " In the nature of a substitute. " },
      116,
    ),
  ).toEqual({
    label: "SAMDT 5194",
    kind: "Senate amendment",
    about: "In the nature of a substitute.",
    url: "https://www.congress.gov/amendment/117th-congress/senate-amendment/5194",
    latestAction: undefined,
  });
});

test("an amendment that tells nothing of itself still has a line, in the Congress of its bill", () => {
  expect(amendmentLine({ type: "HAMDT", number: "3", purpose: "" }, 102)).toMatchObject({
    about: null,
    url: "https://www.congress.gov/amendment/102nd-congress/house-amendment/3",
  });
});

test("a type or number of no known kind leads nowhere", () => {
  expect(amendmentLine({ type: "XAMDT", number: "3" }, 117)).toMatchObject({
    label: "XAMDT 3",
    kind: null,
    url: null,
  });
  expect(amendmentLine({ type: "HAMDT", number: "3/../4" }, 117).url).toBeNull();
});
