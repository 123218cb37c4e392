type NamedPerson = {
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
  party: string | null;
  state: string | null;
  district: number | null;
};

/**
 * Fills in a person's party, state and district from the full name, the only place older data has them: "Rep. Sarbanes, John P.
 * [D-MD-3]".
 */
export function fillPerson<Person extends NamedPerson>(person: Person): Person {
  const [, party, state, district] =
    /\[([A-Z]{1,4})-([A-Z]{2})(?:-(\d{1,2}|At Large))?\]\s*$/.exec(person.fullName ?? "") ?? [];
  const names = [person.lastName, person.firstName].filter((name) => name !== null);
  return {
    ...person,
    fullName: person.fullName ?? (names.length === 0 ? null : names.join(", ")),
    party: person.party ?? party ?? null,
    state: person.state ?? state ?? null,
    district: person.district ?? districtNumber(district),
  };
}

function districtNumber(district: string | undefined): number | null {
  if (district === undefined) return null;
  return district === "At Large" ? 0 : Number(district);
}

/** A date of the service, with the instant if it had a time. */
export type CongressDate = { day: string; instant: Date | null };

/**
 * Parses "2022-04-06" and "2022-09-29T03:27:05Z", both of which the service uses; null for anything else, including days that
 * don't exist.
 */
export function readCongressDate(value: string | null): CongressDate | null {
  const [, day, rest] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d.*)?$/.exec(value?.trim() ?? "") ?? [];
  if (day === undefined || !isDay(day)) return null;
  if (rest === undefined) return { day, instant: null };
  // Without a zone it is UTC, as everywhere in the service.
  const instant = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(rest) ? day + rest : `${day}${rest}Z`);
  return { day, instant: Number.isNaN(instant.getTime()) ? null : instant };
}

/** Returns true for an existing day: `Date` would turn February 30 into March 2, and the database has no year 0. */
function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && !day.startsWith("0000");
}

/**
 * Returns the next page as a path with its query relative to the base URL, such as `bill/118?offset=250&limit=250&format=json`.
 * It has no host or key, so that it can be stored and never leads elsewhere. Null at the end.
 * @throws RangeError for a different list than `path`
 */
export function readNext(next: string | null, path: string): string | null {
  if (next === null || next.trim() === "") return null;
  const url = new URL(next.trim(), "https://api.congress.gov");
  if (!url.pathname.toLowerCase().endsWith(`/${path.toLowerCase()}`)) {
    throw new RangeError(`the next page leads to ${url.pathname}`);
  }
  url.searchParams.delete("api_key");
  url.searchParams.set("format", "json");
  return `${path}?${url.searchParams.toString()}`;
}
