import { dayOf } from "../bill-dates.ts";
import type { BillAction, RecordedVote } from "../bill.ts";

/** One event of a bill's course. The Library of Congress repeats what a chamber reported: both are one event here. */
export type TimelineEvent = {
  text: string;
  /** What the Library of Congress calls a turning point: "Passed/agreed to in House". */
  milestone: string | null;
  /** HH:MM:SS in Washington. */
  actionTime: string | null;
  /** Who reported it: "House floor actions", "Senate", "Library of Congress". */
  source: string | null;
  committees: string[];
  votes: RecordedVote[];
};

/** All events of a day, in the order of the upstream (newest first). */
export type TimelineDay = { day: string; events: TimelineEvent[] };

const libraryOfCongress = 9;

/** How the Library's twin rows begin; what follows is the chamber's own text. */
const milestonePattern =
  /^((?:Passed\/agreed to in|Failed of passage\/not agreed to in|Conference report (?:agreed to|not agreed to) in) (?:House|Senate)|Resolving differences -- (?:House|Senate) actions|Conference report filed|Conference committee actions|To conference|Vetoed by President|Failed of passage (?:in )?(?:House|Senate) over veto|Passed (?:House|Senate) over veto): */i;

const turningPoints =
  /^(?:became (?:public|private) law|signed by president|vetoed by president|introduced in)/i;

/** The actions as days of events, the twins of each day folded into one. */
export function billTimeline(actions: readonly BillAction[]): TimelineDay[] {
  const days = new Map<string, KnownEvent[]>();
  for (const action of actions) {
    const day = dayOf(action.actionDate);
    const known = days.get(day) ?? [];
    days.set(day, known);
    const isLibrary = action.sourceSystem?.code === libraryOfCongress;
    const event = eventOf(action, isLibrary);
    const key = sameness(event.text);
    // The Library of Congress only repeats; a chamber that says the same twice did it twice, but for a referral to
    // several committees, which has a row for each.
    const twin = known.find(
      (other) =>
        other.key === key && (isLibrary || other.isLibrary || isForAnotherCommittee(event, other.event)),
    );
    if (twin === undefined) known.push({ key, event, isLibrary });
    else
      Object.assign(twin, {
        event: folded(twin, { event, isLibrary }),
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
  /** Only the Library of Congress has told of it so far. */
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

/** Twins have the same words; their spaces, full stops and references to the Congressional Record may differ. */
function sameness(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\((?:text|consideration)[^)]*\)/g, "")
    .replaceAll(/[\s.;]/g, "");
}

type Teller = Pick<KnownEvent, "event" | "isLibrary">;

/** The chamber's own row says who and when; the Library's row says what it meant. */
function folded(first: Teller, second: Teller): TimelineEvent {
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

/** How a vote is named: "House roll call 62". */
export function voteName({ chamber, rollNumber }: RecordedVote): string {
  return `${chamber === undefined ? "Roll" : `${chamber} roll`} call ${rollNumber}`;
}

/** Cuts a timeline after so many events; a day that is cut goes on in the rest. */
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

/** Number of events in all. */
export function countEvents(days: readonly TimelineDay[]): number {
  return days.reduce((sum, { events }) => sum + events.length, 0);
}
