import { dayOf } from "../bill-dates.ts";
import type { BillAction, RecordedVote } from "../bill-shapes.ts";

/** An event of a bill. The Library of Congress repeats what a chamber reported; both count as one event. */
export type TimelineEvent = {
  text: string;
  /** The Library of Congress's name for a milestone: "Passed/agreed to in House". */
  milestone: string | null;
  /** HH:MM:SS in Washington. */
  actionTime: string | null;
  /** Reporter: "House floor actions", "Senate", "Library of Congress". */
  source: string | null;
  committees: string[];
  votes: RecordedVote[];
};

/** All events of a day, in the upstream's order (newest first). */
export type TimelineDay = { day: string; events: TimelineEvent[] };

const libraryOfCongress = 9;

/** Matches the beginning of the Library's duplicate rows; the chamber's own text follows. */
const milestonePattern =
  /^((?:Passed\/agreed to in|Failed of passage\/not agreed to in|Conference report (?:agreed to|not agreed to) in) (?:House|Senate)|Resolving differences -- (?:House|Senate) actions|Conference report filed|Conference committee actions|To conference|Vetoed by President|Failed of passage (?:in )?(?:House|Senate) over veto|Passed (?:House|Senate) over veto): */i;

const turningPoints =
  /^(?:became (?:public|private) law|signed by president|vetoed by president|introduced in)/i;

/** Groups actions into days of events, merging each day's duplicates. */
export function billTimeline(actions: readonly BillAction[]): TimelineDay[] {
  const days = new Map<string, KnownEvent[]>();
  for (const action of actions) {
    const day = dayOf(action.actionDate);
    const known = days.get(day) ?? [];
    days.set(day, known);
    const isLibrary = action.sourceSystem?.code === libraryOfCongress;
    const event = eventOf(action, isLibrary);
    const key = comparableText(event.text);
    // The Library of Congress only repeats. A chamber's repeated text is a second action, except for a referral to
    // several committees, which has a row for each.
    const twin = known.find(
      (other) =>
        other.key === key && (isLibrary || other.isLibrary || isForAnotherCommittee(event, other.event)),
    );
    if (twin === undefined) known.push({ key, event, isLibrary });
    else
      Object.assign(twin, {
        event: merged(twin, { event, isLibrary }),
        isLibrary: isLibrary && twin.isLibrary,
      });
  }
  return [...days].map(([day, known]) => ({ day, events: known.map(({ event }) => event) }));
}

function isForAnotherCommittee(event: TimelineEvent, other: TimelineEvent): boolean {
  return (
    event.actionTime === other.actionTime &&
    event.committees.length > 0 &&
    event.committees.every((name) => !other.committees.includes(name))
  );
}

type KnownEvent = {
  key: string;
  event: TimelineEvent;
  /** Only the Library of Congress has reported it so far. */
  isLibrary: boolean;
};

function eventOf(action: BillAction, isLibrary: boolean): TimelineEvent {
  const text = action.text.trim();
  const prefix = isLibrary ? milestonePattern.exec(text) : null;
  return {
    text: prefix === null ? text : text.slice(prefix[0].length),
    milestone: prefix?.[1] ?? (turningPoints.test(text) ? text.replace(/\.$/, "") : null),
    actionTime: action.actionTime ?? null,
    source: action.sourceSystem?.name ?? null,
    committees: action.committees.map(({ name }) => name),
    votes: action.recordedVotes,
  };
}

/** Normalizes a text to compare duplicates, whose spaces, periods, and Congressional Record references may differ. */
function comparableText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\((?:text|consideration)[^)]*\)/g, "")
    .replaceAll(/[\s.;]/g, "");
}

type ReportedEvent = Pick<KnownEvent, "event" | "isLibrary">;

/** Merges two rows: source and time come from the chamber's own row, the milestone from the Library's. */
function merged(first: ReportedEvent, second: ReportedEvent): TimelineEvent {
  const [chamber, library] = first.isLibrary ? [second.event, first.event] : [first.event, second.event];
  const votes = new Map([...chamber.votes, ...library.votes].map((vote) => [voteKey(vote), vote]));
  return {
    ...chamber,
    milestone: chamber.milestone ?? library.milestone,
    actionTime: chamber.actionTime ?? library.actionTime,
    source: chamber.source ?? library.source,
    committees: [...new Set([...chamber.committees, ...library.committees])],
    votes: [...votes.values()],
  };
}

function voteKey({ chamber, rollNumber, sessionNumber }: RecordedVote): string {
  return `${chamber ?? ""} ${sessionNumber ?? ""} ${rollNumber}`;
}

/** Returns a vote's name: "House roll call 62". */
export function voteName({ chamber, rollNumber }: RecordedVote): string {
  return `${chamber === undefined ? "Roll" : `${chamber} roll`} call ${rollNumber}`;
}

/** Splits a timeline after so many events, even within a day. */
export function splitTimeline(
  days: readonly TimelineDay[],
  most: number,
): { first: TimelineDay[]; rest: TimelineDay[] } {
  const first: TimelineDay[] = [];
  const rest: TimelineDay[] = [];
  let room = most;
  for (const { day, events } of days) {
    const [before, after] = [events.slice(0, room), events.slice(room)];
    if (before.length > 0) first.push({ day, events: before });
    if (after.length > 0) rest.push({ day, events: after });
    room -= before.length;
  }
  return { first, rest };
}

/** Counts all events. */
export function countEvents(days: readonly TimelineDay[]): number {
  return days.reduce((sum, { events }) => sum + events.length, 0);
}
