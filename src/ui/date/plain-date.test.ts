import { expect, it } from "vitest";
import { dateBounds, readPastedDate, readPlainDate, yearsBetween } from "./plain-date.ts";

it("parses plain dates and nothing else", () => {
  expect(readPlainDate("2026-11-30")?.toString()).toBe("2026-11-30");
  for (const text of [null, undefined, "", "2026-02-30", "2026-13-01", "11/30/2026", "2026-11-30T00:00:00Z"])
    expect(readPlainDate(text), String(text)).toBeNull();
});

it("reads pasted dates as this site and the API write them", () => {
  for (const text of ["2026-03-04", " 03/04/2026\n", "3/4/2026"])
    expect(readPastedDate(text)?.toString(), text).toBe("2026-03-04");
  for (const text of ["", "2/30/2026", "13/1/2026", "3/4/26", "04.03.2026", "2026-03-04T10:00"])
    expect(readPastedDate(text), text).toBeNull();
});

it("defaults to years from 100 before to 52 after the current one", () => {
  const free = dateBounds(undefined, undefined, 2026);
  const years = yearsBetween(free.min, free.max);
  expect([years[0], years.at(-1), years.length]).toEqual([1926, 2078, 153]);
  const bound = dateBounds("2024-05-01", "2026-02-01", 2026);
  expect(yearsBetween(bound.min, bound.max)).toEqual([2024, 2025, 2026]);
});
