import { expect, test } from "vitest";
import { amendmentLine } from "./amendments.ts";

test("describes an amendment by type, number, purpose, and its page on congress.gov", () => {
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

test("describes an amendment without details, in its bill's Congress", () => {
  expect(amendmentLine({ type: "HAMDT", number: "3", purpose: "" }, 102)).toMatchObject({
    about: null,
    url: "https://www.congress.gov/amendment/102nd-congress/house-amendment/3",
  });
});

test("gives no link for an unknown type or number", () => {
  expect(amendmentLine({ type: "XAMDT", number: "3" }, 117)).toMatchObject({
    label: "XAMDT 3",
    kind: null,
    url: null,
  });
  expect(amendmentLine({ type: "HAMDT", number: "3/../4" }, 117).url).toBeNull();
});
