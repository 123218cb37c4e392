/** Congresses begin and end at noon on January 3 of odd years (20th Amendment, from the 74th on). */

const firstYear = 1789;

/** Returns the Congress in session on a day in Washington (YYYY-MM-DD): 119 from 2025-01-03. */
export function congressAt(date: string): number {
  const year = Number(date.slice(0, 4));
  const isBeforeTheThird = date.slice(5, 10) < "01-03";
  const sessionYear = isBeforeTheThird ? year - 1 : year;
  return Math.floor((sessionYear - firstYear) / 2) + 1;
}

/** Returns the years of a Congress's first and last day: 2025 and 2027 for 119. */
export function yearsOfCongress(congress: number): { from: number; to: number } {
  const from = firstYear + (congress - 1) * 2;
  return { from, to: from + 2 };
}
