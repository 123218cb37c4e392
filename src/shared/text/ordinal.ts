/** Returns `119th`, `101st`, `113th`, `103rd`. */
export function ordinal(value: number): string {
  const lastTwo = value % 100;
  if (lastTwo >= 11 && lastTwo <= 13) return `${value}th`;
  const endings: Record<number, string> = { 1: "st", 2: "nd", 3: "rd" };
  return `${value}${endings[value % 10] ?? "th"}`;
}
