/**
 * Returns the currency of a bank's totals, whatever the month: that of most of its sources; on a tie or without sources,
 * that of most of its accounts, or else USD (docs/reference/money.md, "Currencies").
 */
export function mainCurrency(ofSources: readonly string[], ofAccounts: readonly string[]): string {
  const ofMostAccounts = mostFrequent(ofAccounts);
  const candidates = ofSources.length === 0 ? ofMostAccounts : mostFrequent(ofSources);
  const preferred = [...ofMostAccounts, "USD"].find((code) => candidates.includes(code));
  return preferred ?? candidates[0] ?? "USD";
}

/** Returns the most frequent codes, in alphabetical order. */
function mostFrequent(codes: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts.keys()].filter((code) => counts.get(code) === most).toSorted();
}

/** Splits rows by currency: the main one, and the others by code. */
export function byCurrency<Row extends { isoCurrencyCode: string }>(
  rows: readonly Row[],
  main: string,
): { main: Row[]; others: { isoCurrencyCode: string; rows: Row[] }[] } {
  const codes = [...new Set(rows.map(({ isoCurrencyCode }) => isoCurrencyCode))].toSorted();
  const ofCode = (code: string) => rows.filter(({ isoCurrencyCode }) => isoCurrencyCode === code);
  return {
    main: ofCode(main),
    others: codes
      .filter((code) => code !== main)
      .map((isoCurrencyCode) => ({ isoCurrencyCode, rows: ofCode(isoCurrencyCode) })),
  };
}
