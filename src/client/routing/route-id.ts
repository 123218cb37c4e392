/** Parses an id from an address, such as the 7 of /budget/7; null if invalid. */
export function readRouteId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= largestId ? id : null;
}

/** Largest value of Postgres's integer type. */
const largestId = 2_147_483_647;
