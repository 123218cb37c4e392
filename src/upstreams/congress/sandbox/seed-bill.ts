/** A bill of the seed files, whose format `seed-reader.ts` describes. Dates are in the service's format. */
export type SeedBill = {
  congress: number;
  /** Lower case, such as `hjres`. */
  type: string;
  number: string;
  title: string;
  /** Timestamp. */
  updated: string;
  introduced: string;
  sponsors: { bioguideId: string; isByRequest: boolean }[];
  policyArea: string | null;
  /** "117-169". */
  laws: string[];
  costEstimates: { published: string; publication: string; title: string; description: string | null }[];
  reports: string[];
  committees: (SeedCommittee & { type: string; subcommittees: SeedCommittee[] })[];
  cosponsors: SeedCosponsor[];
  subjects: string[];
  related: SeedRelatedBill[];
  summaries: { versionCode: string; date: string; description: string; updated: string; html: string }[];
  /** `date` is null if the service has none. */
  texts: { version: string; date: string | null; name: string }[];
  titles: { type: string; version: string | null; chamber: string | null; title: string }[];
  /** Newest first. */
  actions: SeedAction[];
  amendments: SeedAmendment[];
};

export type SeedCommittee = { code: string; name: string; activities: { date: string; name: string }[] };

export type SeedCosponsor = {
  bioguideId: string;
  date: string;
  isOriginal: boolean;
  withdrawn: string | null;
};

export type SeedRelatedBill = {
  congress: number;
  type: string;
  number: number;
  relations: { identifiedBy: string; type: string }[];
  latestAction: SeedMoment | null;
  title: string;
};

/** `time` is Washington's, "23:05:36". */
export type SeedMoment = { date: string; time: string | null; text: string };

export type SeedAction = SeedMoment & {
  /** C House committee, F House floor, S Senate, L Library of Congress. */
  source: string;
  code: string | null;
  type: string;
  committees: string[];
  votes: { chamber: string; session: number; roll: number; date: string }[];
};

export type SeedAmendment = {
  type: string;
  number: string;
  updated: string | null;
  latestAction: SeedMoment | null;
  text: string | null;
};

/** Creates a bill with only the given data, for tests and empty answers. */
export function createSeedBill(
  known: Pick<SeedBill, "congress" | "type" | "number"> & Partial<SeedBill>,
): SeedBill {
  return {
    title: `Sample ${known.type.toUpperCase()} ${known.number}`,
    updated: "2025-01-03T12:00:00Z",
    introduced: "2025-01-03",
    sponsors: [],
    policyArea: null,
    laws: [],
    costEstimates: [],
    reports: [],
    committees: [],
    cosponsors: [],
    subjects: [],
    related: [],
    summaries: [],
    texts: [],
    titles: [],
    actions: [],
    amendments: [],
    ...known,
  };
}
