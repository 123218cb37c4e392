/**
 * The currency in which the totals of an institution are given: the one of most of its sources; where that is a draw,
 * or there are none, the one of most of its accounts, else US dollars (docs/reference/money.md, "Currencies"). It depends on no month.
 */
export function mainCurrency(ofSources: readonly string[], ofAccounts: readonly string[]): string {
  const ofMostAccounts = mostFrequent(ofAccounts);
  const candidates = ofSources.length === 0 ? ofMostAccounts : mostFrequent(ofSources);
  const preferred = [...ofMostAccounts, "USD"].find((code) => candidates.includes(code));
  return preferred ?? candidates[0] ?? "USD";
}

/** Every code that no other outnumbers, in alphabetical order. */
function mostFrequent(codes: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts.keys()].filter((code) => counts.get(code) === most).toSorted();
}

/** Rows by their currency: those of the main one, and the others by code. */
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
