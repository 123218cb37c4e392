import { expect, test } from "vitest";
import { billReference, congressName } from "./bill-reference.ts";

test("cites a bill by title, number, Congress, year, and law", () => {
  expect(
    billReference(
      { congress: 117, billType: "hr", billNumber: "5376" },
      {
        title: "Inflation Reduction Act of 2022",
        introducedDate: "2021-09-27",
        laws: [{ type: "Public Law", number: "117-169" }],
      },
    ),
  ).toBe("Inflation Reduction Act of 2022, H.R. 5376, 117th Cong. (2021) (enacted as Pub. L. 117-169)");
});

test("uses the first year of the Congress if there is no introduction date", () => {
  expect(
    billReference(
      { congress: 116, billType: "sjres", billNumber: "5" },
      { title: "A joint resolution.", laws: [{ type: "Private Law", number: "116-1" }] },
    ),
  ).toBe("A joint resolution, S.J.Res. 5, 116th Cong. (2019) (enacted as Priv. L. 116-1)");
});

test("names a Congress with its years", () => {
  expect(congressName(119)).toBe("119th Congress (2025–2027)");
});
