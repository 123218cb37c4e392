/** The id in an address, such as the 7 of /budget/7; null for what the database could not have counted to. */
export function readRouteId(text: string | undefined): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= largestId ? id : null;
}

/** Postgres' integer. */
const largestId = 2_147_483_647;
