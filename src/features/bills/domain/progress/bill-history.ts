import { compareDates } from "#shared/time/compare-dates.ts";
import type { BillAction, LatestAction } from "../bill-shapes.ts";
import { eventOfAction, type BillEvent, type Chamber } from "./bill-events.ts";

/** A milestone that was reached, with its date if known. */
export type Reached = { date: string | null };

/** History of a bill: each milestone once, with its date. */
export type BillHistory = {
  introduced: Reached | null;
  reported: Record<Chamber, Reached | null>;
  passed: Record<Chamber, (Reached & { isAmended: boolean }) | null>;
  /** The last vote on it failed. */
  failed: Record<Chamber, Reached | null>;
  /** The chambers passed different texts. */
  differences: Reached | null;
  /** The chambers then agreed on one text. */
  resolved: Reached | null;
  presented: Reached | null;
  vetoed: (Reached & { isPocket: boolean }) | null;
  overridden: Record<Chamber, Reached | null>;
  overrideFailed: (Reached & { chamber: Chamber }) | null;
  law: Reached | null;
  toStates: Reached | null;
};

type HistorySource = {
  /** In the upstream's order, newest first. */
  actions: readonly Pick<BillAction, "actionDate" | "actionTime" | "text" | "actionCode">[];
  /** Used if there are no actions. */
  latestAction?: LatestAction | undefined;
  introducedDate?: string | undefined;
  laws: readonly unknown[];
  /** Chamber of origin. */
  origin: Chamber;
};

/** Reduces the actions, oldest first, to milestones. */
export function billHistory(source: HistorySource): BillHistory {
  const history = emptyHistory(source);
  const agreedConference = new Set<Chamber>();
  for (const { event, date } of eventsInOrder(source)) {
    if (event.kind === "agreed") {
      history.differences ??= { date };
      if (event.isConference) agreedConference.add(event.chamber);
      const isEnd = event.isConference ? agreedConference.size === 2 : !event.isAmended;
      history.resolved = isEnd ? { date } : null;
    } else {
      apply(history, event, date, source.origin);
    }
  }
  if (source.laws.length > 0) history.law ??= { date: null };
  return history;
}

function emptyHistory({ introducedDate }: HistorySource): BillHistory {
  return {
    introduced: introducedDate === undefined ? null : { date: introducedDate },
    reported: { House: null, Senate: null },
    passed: { House: null, Senate: null },
    failed: { House: null, Senate: null },
    differences: null,
    resolved: null,
    presented: null,
    vetoed: null,
    overridden: { House: null, Senate: null },
    overrideFailed: null,
    law: null,
    toStates: null,
  };
}

/** Sorts events by day; within a day reverses the upstream's order, because not every action has a time. */
function eventsInOrder({
  actions,
  latestAction,
}: HistorySource): { event: BillEvent; date: string | null }[] {
  const latest = latestAction === undefined ? [] : [{ ...latestAction, actionCode: undefined }];
  const known = actions.length > 0 ? actions : latest;
  return known
    .toReversed()
    .toSorted((a, b) => compareDates(a.actionDate ?? "", b.actionDate ?? ""))
    .flatMap((action) => {
      const event = eventOfAction(action);
      return event === null ? [] : [{ event, date: action.actionDate ?? null }];
    });
}

function apply(
  history: BillHistory,
  event: Exclude<BillEvent, { kind: "agreed" }>,
  date: string | null,
  origin: Chamber,
): void {
  switch (event.kind) {
    case "introduced":
      history.introduced ??= { date };
      break;
    case "reported":
      history.reported[event.chamber] ??= { date };
      break;
    case "passed":
      history.passed[event.chamber] ??= { date, isAmended: event.isAmended };
      history.failed[event.chamber] = null;
      // The chamber of origin may change its own text freely.
      if (event.isAmended && event.chamber !== origin) history.differences ??= { date };
      break;
    case "failed":
      if (history.passed[event.chamber] === null) history.failed[event.chamber] = { date };
      break;
    case "differences":
      history.differences ??= { date };
      break;
    case "cleared":
      history.passed.House ??= { date, isAmended: false };
      history.passed.Senate ??= { date, isAmended: false };
      if (history.differences !== null) history.resolved = { date };
      break;
    case "presented":
      history.presented ??= { date };
      break;
    case "vetoed":
    case "pocket-vetoed":
      history.vetoed ??= { date, isPocket: event.kind === "pocket-vetoed" };
      break;
    case "overridden":
      history.overridden[event.chamber] ??= { date };
      break;
    case "override-failed":
      history.overrideFailed = { date, chamber: event.chamber };
      break;
    case "signed":
    case "unsigned":
    case "law":
      history.law ??= { date };
      break;
    case "to-states":
      history.toStates ??= { date };
      break;
  }
}
