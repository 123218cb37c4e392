import type { Law } from "../bill-shapes.ts";
import type { Chamber } from "./bill-events.ts";
import type { BillHistory } from "./bill-history.ts";
import type { BillForm } from "../bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { yearsOfCongress } from "../congresses.ts";

/** Facts behind the steps and texts. */
export type ProgressFacts = {
  congress: number;
  /** Current Congress. */
  sittingCongress: number;
  form: BillForm;
  /** True for a proposed constitutional amendment, which goes to the States, not to the President (Article V). */
  isConstitutionalAmendment: boolean;
  first: Chamber;
  second: Chamber;
  laws: readonly Law[];
  history: BillHistory;
};

/**
 * Outcome of a bill: `law`, `agreed` (a resolution, or a constitutional amendment proposed by Congress), `vetoed`,
 * `failed` (in its last vote), `expired` (its Congress ended first), or else `pending`.
 */
export type BillOutcome = "pending" | "law" | "agreed" | "vetoed" | "failed" | "expired";

type ProgressText = { status: string; next: string };

/** @see BillOutcome */
export function outcomeOf(facts: ProgressFacts): BillOutcome {
  const { history, congress, sittingCongress } = facts;
  if (history.law !== null) return "law";
  if (isAgreed(facts)) return "agreed";
  if (history.vetoed !== null) return "vetoed";
  if (congress < sittingCongress) return "expired";
  return hasFailedVote(facts) ? "failed" : "pending";
}

/** Describes a bill's status and what may come next, for readers who don't know the procedure. */
export function progressText(facts: ProgressFacts): ProgressText {
  const words = textDuringItsCongress(facts);
  return outcomeOf(facts) === "expired" ? { ...words, next: ended(facts) } : words;
}

function ended({ congress, form }: ProgressFacts): string {
  const what = form === "bill" ? "bill" : "resolution";
  return `The ${what} died when the ${ordinal(congress)} Congress ended on January 3, ${yearsOfCongress(congress).to}. It would have to be reintroduced.`;
}

function textDuringItsCongress(facts: ProgressFacts): ProgressText {
  const { history, first, second } = facts;
  if (history.law !== null) return lawText(facts);
  if (history.vetoed !== null) return vetoText(facts);
  if (isAgreed(facts)) return agreedText(facts);
  if (history.presented !== null) {
    return {
      status: "Before the President",
      next: "The President has ten days, excluding Sundays, to sign or veto it. If unsigned, it becomes law unless Congress has adjourned.",
    };
  }
  if (hasPassedBoth(facts)) return bothText(facts);
  if (history.failed[second] !== null) return failedText(second);
  if (history.passed[first] !== null || history.passed[second] !== null) return secondChamberText(facts);
  if (history.failed[first] !== null) return failedText(first);
  return firstChamberText(facts);
}

function lawText({ laws, history }: ProgressFacts): ProgressText {
  const [law] = laws;
  const name = law === undefined ? "law" : `${law.type} ${law.number}`;
  return {
    status: history.vetoed === null ? `Became ${name}` : `Became ${name} over the President’s veto`,
    next: "It’s law. Later laws may amend it.",
  };
}

function vetoText({ history, first, second, congress, sittingCongress }: ProgressFacts): ProgressText {
  if (history.vetoed?.isPocket === true) {
    return {
      status: "Pocket vetoed by the President",
      next: "It didn’t become law. Congress had adjourned and couldn’t override the veto.",
    };
  }
  if (history.overrideFailed !== null) {
    return {
      status: `Vetoed; override failed in the ${history.overrideFailed.chamber}`,
      next: "It didn’t become law.",
    };
  }
  if (congress < sittingCongress) {
    return {
      status: "Vetoed by the President",
      next: `It didn’t become law. The ${ordinal(congress)} Congress ended without overriding the veto.`,
    };
  }
  if (history.overridden[first] !== null || history.overridden[second] !== null) {
    const remaining = history.overridden[first] === null ? first : second;
    return {
      status: `Vetoed; the ${remaining === first ? second : first} voted to override`,
      next: `It becomes law if two thirds of the ${remaining} vote to override, too.`,
    };
  }
  return {
    status: "Vetoed by the President",
    next: `It becomes law only if two thirds of the ${first}, then of the ${second}, vote to override the veto.`,
  };
}

function agreedText({ form, first }: ProgressFacts): ProgressText {
  if (form === "simple") {
    return {
      status: `Agreed to by the ${first}`,
      next: `That was its last step. It speaks for the ${first} alone and isn’t law.`,
    };
  }
  if (form === "concurrent") {
    return {
      status: "Agreed to by both chambers",
      next: "That was its last step. It applies to Congress and doesn’t go to the President.",
    };
  }
  return {
    status: "Sent to the States for ratification",
    next: "It becomes part of the Constitution if three fourths of the States ratify it.",
  };
}

function bothText({ history, form, isConstitutionalAmendment }: ProgressFacts): ProgressText {
  if (history.differences !== null && history.resolved === null) {
    const goal =
      form === "concurrent"
        ? "before it takes effect"
        : isConstitutionalAmendment
          ? "before it goes to the States"
          : "before it goes to the President";
    return {
      status: "Passed both chambers in different forms",
      next: `The chambers must agree on one text ${goal}, by exchanging amendments or in conference.`,
    };
  }
  return { status: "Passed both chambers", next: "It goes to the President next." };
}

function secondChamberText({ history, first, second, form }: ProgressFacts): ProgressText {
  const [done, open] = history.passed[first] === null ? [second, first] : [first, second];
  const verb = form === "concurrent" ? "Agreed to by" : "Passed";
  const reported = history.reported[open] === null ? "" : `; reported by a ${open} committee`;
  return {
    status: `${verb} the ${done}${reported}`,
    next: `The ${open} may take it up. If it changes the text, the ${done} must agree.`,
  };
}

function failedText(chamber: Chamber): ProgressText {
  return {
    status: `Failed in the ${chamber}`,
    next: `The ${chamber} may reconsider it in this Congress, but rarely does.`,
  };
}

function firstChamberText({ history, first, form }: ProgressFacts): ProgressText {
  if (history.reported[first] !== null) {
    return {
      status: `Reported by a ${first} committee`,
      next: `The ${first} may debate and vote on it.`,
    };
  }
  const what = form === "bill" ? "bills" : "resolutions";
  return {
    status: `Introduced in the ${first}`,
    next: `A ${first} committee decides whether to consider it. Most ${what} go no further.`,
  };
}

function hasPassedBoth({ history }: ProgressFacts): boolean {
  return history.passed.House !== null && history.passed.Senate !== null;
}

function hasFailedVote({ history, first, second }: ProgressFacts): boolean {
  return history.failed[first] !== null || history.failed[second] !== null;
}

/** Returns true if the measure needed only the chambers, and they agreed to it. */
function isAgreed(facts: ProgressFacts): boolean {
  const { form, history, first, isConstitutionalAmendment } = facts;
  if (history.toStates !== null) return true;
  if (form === "simple") return history.passed[first] !== null;
  if (form !== "concurrent" && !isConstitutionalAmendment) return false;
  return hasPassedBoth(facts) && (history.differences === null || history.resolved !== null);
}
