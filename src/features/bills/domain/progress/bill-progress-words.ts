import type { Law } from "../bill.ts";
import type { Chamber } from "./bill-events.ts";
import type { BillHistory } from "./bill-history.ts";
import type { BillForm } from "../bill-types.ts";
import { ordinal, yearsOfCongress } from "../congresses.ts";

/** What the steps and the words are made from. */
export type ProgressFacts = {
  congress: number;
  /** The Congress that sits now. */
  sittingCongress: number;
  form: BillForm;
  /** A proposal to amend the Constitution goes to the States, not to the President (Article V). */
  isConstitutionalAmendment: boolean;
  first: Chamber;
  second: Chamber;
  laws: readonly Law[];
  history: BillHistory;
};

/**
 * How it ended, or that it has not: `law`; `agreed` (a resolution, or an amendment of the Constitution that Congress has
 * proposed); `vetoed`; `failed` (its last vote); `expired` (its Congress ended first); else `pending`.
 */
export type BillOutcome = "pending" | "law" | "agreed" | "vetoed" | "failed" | "expired";

type Words = { status: string; next: string };

/** @see BillOutcome */
export function outcomeOf(facts: ProgressFacts): BillOutcome {
  const { history, congress, sittingCongress } = facts;
  if (history.law !== null) return "law";
  if (isAgreed(facts)) return "agreed";
  if (history.vetoed !== null) return "vetoed";
  if (congress < sittingCongress) return "expired";
  return hasFailedVote(facts) ? "failed" : "pending";
}

/** The status of a bill and what may come next, in words for somebody who does not know the procedure. */
export function wordsOfProgress(facts: ProgressFacts): Words {
  const words = wordsWhileItsCongressSits(facts);
  return outcomeOf(facts) === "expired" ? { ...words, next: ended(facts) } : words;
}

function ended({ congress, form }: ProgressFacts): string {
  const what = form === "bill" ? "bill" : "resolution";
  return `The ${ordinal(congress)} Congress ended on January 3, ${yearsOfCongress(congress).to}, and the ${what} with it: it would have to be introduced again.`;
}

function wordsWhileItsCongressSits(facts: ProgressFacts): Words {
  const { history, first, second } = facts;
  if (history.law !== null) return lawWords(facts);
  if (history.vetoed !== null) return vetoWords(facts);
  if (isAgreed(facts)) return agreedWords(facts);
  if (history.presented !== null) {
    return {
      status: "Before the President",
      next: "The President has ten days, Sundays not counted, to sign it or to veto it. Left unsigned it becomes law, unless Congress has adjourned.",
    };
  }
  if (hasPassedBoth(facts)) return bothWords(facts);
  if (history.failed[second] !== null) return failedWords(second);
  if (history.passed[first] !== null || history.passed[second] !== null) return secondChamberWords(facts);
  if (history.failed[first] !== null) return failedWords(first);
  return firstChamberWords(facts);
}

function lawWords({ laws, history }: ProgressFacts): Words {
  const [law] = laws;
  const name = law === undefined ? "law" : `${law.type} ${law.number}`;
  return {
    status: history.vetoed === null ? `Became ${name}` : `Became ${name} over the President's veto`,
    next: "It is law. Later laws may change it.",
  };
}

function vetoWords({ history, first, second, congress, sittingCongress }: ProgressFacts): Words {
  if (history.vetoed?.isPocket === true) {
    return {
      status: "Pocket vetoed by the President",
      next: "It does not become law: Congress had adjourned, so there is nothing to override.",
    };
  }
  if (history.overrideFailed !== null) {
    return {
      status: `Vetoed; the ${history.overrideFailed.chamber} did not override`,
      next: "It does not become law.",
    };
  }
  if (congress < sittingCongress) {
    return {
      status: "Vetoed by the President",
      next: `The ${ordinal(congress)} Congress ended without overriding the veto: it did not become law.`,
    };
  }
  if (history.overridden[first] !== null || history.overridden[second] !== null) {
    const remaining = history.overridden[first] === null ? first : second;
    return {
      status: `Vetoed; the ${remaining === first ? second : first} has voted to override`,
      next: `With two thirds of the ${remaining} it becomes law all the same.`,
    };
  }
  return {
    status: "Vetoed by the President",
    next: `It becomes law only if two thirds of the ${first}, and then of the ${second}, vote to override the veto.`,
  };
}

function agreedWords({ form, first }: ProgressFacts): Words {
  if (form === "simple") {
    return {
      status: `Agreed to by the ${first}`,
      next: `That was its last step: it speaks for the ${first} alone and is not law.`,
    };
  }
  if (form === "concurrent") {
    return {
      status: "Agreed to by both chambers",
      next: "That was its last step: it binds Congress and does not go to the President.",
    };
  }
  return {
    status: "Proposed by Congress to the States",
    next: "It becomes part of the Constitution when three quarters of the States ratify it.",
  };
}

function bothWords({ history, form, isConstitutionalAmendment }: ProgressFacts): Words {
  if (history.differences !== null && history.resolved === null) {
    const goal =
      form === "concurrent"
        ? "before it takes effect"
        : isConstitutionalAmendment
          ? "before it goes to the States"
          : "before it goes to the President";
    return {
      status: "Passed by both chambers in different words",
      next: `They have to agree on one text ${goal}, by exchanging amendments or in a conference.`,
    };
  }
  return { status: "Passed by both chambers", next: "It goes to the President." };
}

function secondChamberWords({ history, first, second, form }: ProgressFacts): Words {
  const [done, open] = history.passed[first] === null ? [second, first] : [first, second];
  const verb = form === "concurrent" ? "Agreed to by" : "Passed";
  const reported = history.reported[open] === null ? "" : `; a committee of the ${open} has reported it`;
  return {
    status: `${verb} the ${done}${reported}`,
    next: `The ${open} may take it up. If it changes the text, the ${done} has to agree.`,
  };
}

function failedWords(chamber: Chamber): Words {
  return {
    status: `Voted down in the ${chamber}`,
    next: `The ${chamber} may take it up again in this Congress, which is rare.`,
  };
}

function firstChamberWords({ history, first, form }: ProgressFacts): Words {
  if (history.reported[first] !== null) {
    return {
      status: `Reported by a committee of the ${first}`,
      next: `The ${first} may debate it and vote.`,
    };
  }
  const what = form === "bill" ? "bills" : "resolutions";
  return {
    status: `Introduced in the ${first}`,
    next: `A committee of the ${first} decides whether to take it up; most ${what} go no further.`,
  };
}

function hasPassedBoth({ history }: ProgressFacts): boolean {
  return history.passed.House !== null && history.passed.Senate !== null;
}

function hasFailedVote({ history, first, second }: ProgressFacts): boolean {
  return history.failed[first] !== null || history.failed[second] !== null;
}

/** Done without the President: all that it needed were the chambers. */
function isAgreed(facts: ProgressFacts): boolean {
  const { form, history, first, isConstitutionalAmendment } = facts;
  if (history.toStates !== null) return true;
  if (form === "simple") return history.passed[first] !== null;
  if (form !== "concurrent" && !isConstitutionalAmendment) return false;
  return hasPassedBoth(facts) && (history.differences === null || history.resolved !== null);
}
