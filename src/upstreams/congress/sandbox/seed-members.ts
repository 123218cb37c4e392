/** A sponsor in the service's format. */
export type SeedMember = {
  bioguideId: string;
  firstName: string;
  middleName: string | null;
  lastName: string;
  /** "Rep. Sarbanes, John P. [D-MD-3]". */
  fullName: string;
  party: string;
  state: string;
  district: number | null;
};

/**
 * Parses `members.txt`: an id and the full name per line. A member with a different name in another Congress (a different
 * district or chamber) has another line with the id, `@` and that Congress.
 */
export function readMembers(text: string): (bioguideId: string, congress: number) => SeedMember {
  const names = new Map<string, string>();
  for (const line of text.split("\n")) {
    const at = line.indexOf(" ");
    if (at > 0 && !line.startsWith("#")) names.set(line.slice(0, at), line.slice(at + 1));
  }
  return (bioguideId, congress) => {
    const fullName = names.get(`${bioguideId}@${congress}`) ?? names.get(bioguideId);
    if (fullName === undefined) throw new Error(`the seed has no member ${bioguideId}`);
    return memberOf(bioguideId, fullName);
  };
}

function memberOf(bioguideId: string, fullName: string): SeedMember {
  const [, lastName = "", given = "", party = "", state = "", district] =
    /^\S+ ([^,]+), (.+?) \[([A-Z]+)-([A-Z]{2})(?:-(\d+|At Large))?\]$/.exec(fullName) ?? [];
  // "Robert P., Jr." is Robert P.; only the full name has the suffix.
  const [firstName = "", ...middle] = given.replace(/, .*$/, "").split(" ");
  return {
    bioguideId,
    firstName,
    middleName: middle.length === 0 ? null : middle.join(" "),
    lastName,
    fullName,
    party,
    state,
    district: district === undefined ? null : district === "At Large" ? 0 : Number(district),
  };
}
