import { compareDates } from "#shared/time/compare-dates.ts";
import { htmlToText } from "#server/pages/sanitize-html.ts";
import { readCongressDate, type Bill as UpstreamBill } from "#upstreams/congress/index.ts";
import type * as upstream from "#upstreams/congress/index.ts";
import type {
  Amendment,
  Bill,
  BillAction,
  BillCommittee,
  BillSubjects,
  BillSummary,
  CommitteeActivity,
  Cosponsor,
  LatestAction,
  Legislator,
  RelatedBill,
  TextVersion,
} from "../domain/bill-shapes.ts";
import { billCitation, congressGovUrl } from "../domain/bill-citation.ts";
import type { BillKey } from "../domain/bill-types.ts";
import type { IndexedBill } from "./bill-store.ts";
import { createSummaryCleaner } from "./index-pass/summary-cleaner.ts";

const cleanSummary = createSummaryCleaner();

/** Converts the upstream's bill to the contract's shape: without nulls, with sanitized HTML, without incomplete rows. */

export function viewBill(key: BillKey, bill: UpstreamBill): Bill {
  return {
    congress: key.congress,
    type: key.billType.toUpperCase(),
    number: key.billNumber,
    title: titleOf(bill.title) ?? billCitation(key),
    introducedDate: dayOf(bill.introducedDate),
    originChamber: bill.originChamber ?? undefined,
    updateDate: bill.updateDate ?? undefined,
    latestAction: viewLatestAction(bill.latestAction),
    legislationUrl: bill.legislationUrl ?? congressGovUrl(key),
    sponsors: bill.sponsors.flatMap((sponsor) =>
      viewLegislator(sponsor).map((person) =>
        Object.assign(person, { isByRequest: sponsor.isByRequest ? "Y" : "N" }),
      ),
    ),
    cboCostEstimates: bill.cboCostEstimates.flatMap(({ title, description, pubDate, url }) =>
      url === null
        ? []
        : [{ url, title: lineOf(title), description: lineOf(description), pubDate: pubDate ?? undefined }],
    ),
    committeeReports: bill.committeeReports.flatMap(({ citation }) =>
      citation === null ? [] : [{ citation }],
    ),
    laws: bill.laws.flatMap(({ number, type }) =>
      number === null ? [] : [{ number, type: type ?? "Public Law" }],
    ),
    policyArea: named(bill.policyArea),
    constitutionalAuthorityStatementText: linesOf(bill.constitutionalAuthorityStatementText),
  };
}

/** Returns null for a missing or blank title. */
function titleOf(title: string | null): string | null {
  const trimmed = title?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

/** Converts an index row to a bill, for when the upstream can't be asked. */
export function viewIndexedBill({ key, item }: IndexedBill): Bill {
  return {
    congress: key.congress,
    type: item.type,
    number: item.number,
    title: item.title,
    introducedDate: item.introducedDate,
    originChamber: item.originChamber,
    updateDate: item.updateDate,
    latestAction: item.latestAction,
    legislationUrl: congressGovUrl(key),
    sponsors: [],
    cboCostEstimates: [],
    committeeReports: [],
    laws: item.laws,
  };
}

export function viewActions(actions: readonly upstream.BillAction[]): BillAction[] {
  return actions.flatMap((action) => {
    const actionDate = dayOf(action.actionDate);
    if (actionDate === undefined || action.text === null) return [];
    return [
      {
        actionDate,
        actionTime: action.actionTime ?? undefined,
        actionCode: action.actionCode ?? undefined,
        text: action.text,
        type: action.type ?? undefined,
        sourceSystem:
          action.sourceSystem === null
            ? undefined
            : {
                code: action.sourceSystem.code ?? undefined,
                name: action.sourceSystem.name ?? undefined,
              },
        committees: action.committees.flatMap(({ name, systemCode }) =>
          name === null ? [] : [{ name, systemCode: systemCode ?? undefined }],
        ),
        recordedVotes: action.recordedVotes.flatMap(viewVote),
        calendarNumber:
          action.calendarNumber === null
            ? undefined
            : {
                calendar: action.calendarNumber.calendar ?? undefined,
                number: action.calendarNumber.number ?? undefined,
              },
      },
    ];
  });
}

function viewVote(vote: upstream.BillAction["recordedVotes"][number]): BillAction["recordedVotes"] {
  if (vote.rollNumber === null) return [];
  return [
    {
      rollNumber: vote.rollNumber,
      chamber: vote.chamber ?? undefined,
      sessionNumber: vote.sessionNumber ?? undefined,
      date: vote.date ?? undefined,
      url: vote.url ?? undefined,
    },
  ];
}

export function viewCosponsors(cosponsors: readonly upstream.BillCosponsor[]): Cosponsor[] {
  return cosponsors.flatMap((cosponsor) =>
    viewLegislator(cosponsor).map((person) =>
      Object.assign(person, {
        isOriginalCosponsor: cosponsor.isOriginalCosponsor,
        sponsorshipDate: dayOf(cosponsor.sponsorshipDate),
        sponsorshipWithdrawnDate: dayOf(cosponsor.sponsorshipWithdrawnDate),
      }),
    ),
  );
}

/** Drops legislators without a name. */
function viewLegislator(
  person: Pick<
    upstream.BillSponsor,
    "bioguideId" | "fullName" | "firstName" | "lastName" | "party" | "state" | "district"
  >,
): Legislator[] {
  if (person.fullName === null) return [];
  return [
    {
      fullName: person.fullName,
      bioguideId: person.bioguideId ?? undefined,
      firstName: person.firstName ?? undefined,
      lastName: person.lastName ?? undefined,
      party: person.party ?? undefined,
      state: person.state ?? undefined,
      district: person.district ?? undefined,
    },
  ];
}

export function viewAmendments(amendments: readonly upstream.BillAmendment[]): Amendment[] {
  return amendments.flatMap(({ type, number, ...amendment }) =>
    type === null || number === null
      ? []
      : [
          {
            type,
            number,
            congress: amendment.congress ?? undefined,
            description: lineOf(amendment.description),
            purpose: lineOf(amendment.purpose),
            latestAction: viewLatestAction(amendment.latestAction),
            updateDate: amendment.updateDate ?? undefined,
          },
        ],
  );
}

/** Newest first. */
export function viewSummaries(summaries: readonly upstream.BillSummary[]): BillSummary[] {
  return summaries
    .flatMap((summary) =>
      summary.text === null
        ? []
        : [
            {
              text: cleanSummary(summary.text),
              versionCode: summary.versionCode ?? undefined,
              actionDate: dayOf(summary.actionDate),
              actionDesc: lineOf(summary.actionDesc),
              updateDate: summary.updateDate ?? undefined,
            },
          ],
    )
    .toSorted((a, b) => orderOf(b).localeCompare(orderOf(a)));
}

function orderOf({ actionDate = "", updateDate = "" }: BillSummary): string {
  return `${actionDate} ${updateDate}`;
}

/** Newest first: one without a date is the newest of all (docs/reference/upstreams.md, "Congress fields"). */
export function viewTextVersions(versions: readonly upstream.BillTextVersion[]): TextVersion[] {
  return versions
    .map(({ type, date, formats }) => ({
      type: type ?? undefined,
      date: date ?? undefined,
      formats: formats.flatMap((format) =>
        format.url === null ? [] : [{ url: format.url, type: format.type ?? undefined }],
      ),
    }))
    .toSorted((a, b) => compareDates(b.date ?? "9", a.date ?? "9"));
}

export function viewCommittees(committees: readonly upstream.BillCommittee[]): BillCommittee[] {
  return committees.flatMap(({ name, systemCode, chamber, type, activities, subcommittees }) =>
    name === null
      ? []
      : [
          {
            name,
            systemCode: systemCode ?? undefined,
            chamber: chamber ?? undefined,
            type: type ?? undefined,
            activities: viewActivities(activities),
            subcommittees: subcommittees.flatMap((sub) =>
              sub.name === null
                ? []
                : [
                    {
                      name: sub.name,
                      systemCode: sub.systemCode ?? undefined,
                      activities: viewActivities(sub.activities),
                    },
                  ],
            ),
          },
        ],
  );
}

function viewActivities(activities: upstream.BillCommittee["activities"]): CommitteeActivity[] {
  return activities.flatMap(({ name, date }) => (name === null ? [] : [{ name, date: date ?? undefined }]));
}

export function viewSubjects(subjects: upstream.BillSubjects): BillSubjects {
  return {
    legislativeSubjects: subjects.legislativeSubjects.flatMap((subject) => named(subject) ?? []),
    policyArea: named(subjects.policyArea),
  };
}

export function viewRelatedBills(bills: readonly upstream.RelatedBill[]): RelatedBill[] {
  return bills.map(({ congress, type, number, title, latestAction, relationshipDetails }) => ({
    congress,
    type,
    number,
    title: title ?? undefined,
    latestAction: viewLatestAction(latestAction),
    relationshipDetails: relationshipDetails.map((detail) => ({
      type: detail.type ?? undefined,
      identifiedBy: detail.identifiedBy ?? undefined,
    })),
  }));
}

function viewLatestAction(action: UpstreamBill["latestAction"]): LatestAction | undefined {
  if (action === null || action.text === null) return undefined;
  return {
    actionDate: dayOf(action.actionDate),
    actionTime: action.actionTime ?? undefined,
    text: action.text,
  };
}

function named(value: { name: string | null } | null): { name: string } | undefined {
  return value === null || value.name === null ? undefined : { name: value.name };
}

function dayOf(date: string | null): string | undefined {
  return readCongressDate(date)?.day;
}

/** Returns a text with its line breaks, such as `Article I, Section 8` on its own line. */
function linesOf(text: string | null): string | undefined {
  const lines = (text ?? "").split(/\n|<(?:br|\/p|\/div)\b[^>]*>/i).map(htmlToText);
  return lines.filter((line) => line !== "").join("\n") || undefined;
}

/** Returns a text as one plain line: some of the upstream's plain texts contain markup. */
function lineOf(text: string | null): string | undefined {
  const line = text === null ? "" : htmlToText(text);
  return line === "" ? undefined : line;
}
