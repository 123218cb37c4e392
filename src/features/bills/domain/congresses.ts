/** Congresses begin and end at noon of 3 January of odd years (20th Amendment, from the 74th on). */

const firstYear = 1789;

/** Which Congress sits on a day, by its date in Washington (YYYY-MM-DD): 119 from 2025-01-03. */
export function congressAt(date: string): number {
  const year = Number(date.slice(0, 4));
  const isBeforeTheThird = date.slice(5, 10) < "01-03";
  const sessionYear = isBeforeTheThird ? year - 1 : year;
  return Math.floor((sessionYear - firstYear) / 2) + 1;
}

/** The years from the first to the last day of a Congress: 119 is 2025 to 2027. */
export function yearsOfCongress(congress: number): { from: number; to: number } {
  const from = firstYear + (congress - 1) * 2;
  return { from, to: from + 2 };
}

/** `119th`, `101st`, `113th`, `103rd`. */
export function ordinal(value: number): string {
  const lastTwo = value % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${value}th`;
  const endings: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };
  return `${value}${endings[value % 10] ?? "th"}`;
}
