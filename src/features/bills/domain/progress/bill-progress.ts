import type { BillAction, Law, LatestAction } from "../bill-shapes.ts";
import type { Chamber } from "./bill-events.ts";
import { billHistory, type BillHistory, type Reached } from "./bill-history.ts";
import { outcomeOf, progressText, type BillOutcome, type ProgressFacts } from "./bill-progress-text.ts";
import { billTypeFacts, type BillType } from "../bill-types.ts";

export type ProgressStepName =
  | "introduced"
  | "passed-house"
  | "passed-senate"
  | "differences"
  | "to-president"
  | "vetoed"
  | "to-states"
  | "became-law";

export type ProgressStep = {
  name: ProgressStepName;
  /** "Passed House", or the failure there: "Failed in House", "Vetoed". */
  label: string;
  state: "done" | "failed" | "upcoming";
  /** True for the step the bill has reached. */
  isPresent: boolean;
  /** YYYY-MM-DD, if known. */
  date: string | null;
};

export type BillProgress = {
  steps: ProgressStep[];
  outcome: BillOutcome;
  /** Status in a few words: "Passed the House". */
  status: string;
  /** Sentence about what may come next. */
  next: string;
};

export type ProgressSource = {
  congress: number;
  billType: BillType;
  title: string;
  introducedDate?: string | undefined;
  latestAction?: LatestAction | undefined;
  laws: readonly Law[];
  /** In the upstream's order, newest first; if empty, `latestAction` is used. */
  actions: readonly Pick<BillAction, "actionDate" | "actionTime" | "text" | "actionCode">[];
};

/**
 * Returns a bill's steps from introduction to becoming law, or to being agreed to for a resolution. A step before a
 * reached one is done even if no action mentions it.
 */
export function billProgress(source: ProgressSource, sittingCongress: number): BillProgress {
  const { form, chamber: first } = billTypeFacts[source.billType];
  const facts: ProgressFacts = {
    congress: source.congress,
    sittingCongress,
    form,
    isConstitutionalAmendment:
      form === "joint" && /\bproposing an amendment to the constitution\b/i.test(source.title),
    first,
    second: first === "House" ? "Senate" : "House",
    laws: source.laws,
    history: billHistory({ ...source, origin: first }),
  };
  return {
    steps: stepsOf(facts),
    outcome: outcomeOf(facts),
    ...progressText(facts),
  };
}

type PlannedStep = {
  name: ProgressStepName;
  label: string;
  reached: Reached | null;
  /** Reached, and the bill failed there. */
  hasFailed?: boolean;
};

function stepsOf(facts: ProgressFacts): ProgressStep[] {
  const planned = plan(facts);
  const furthest = Math.max(
    0,
    planned.findLastIndex(({ reached }) => reached !== null),
  );
  return planned.map(({ name, label, reached, hasFailed = false }, index) => ({
    name,
    label,
    state: hasFailed ? "failed" : index <= furthest ? "done" : "upcoming",
    isPresent: index === furthest,
    date: reached?.date ?? null,
  }));
}

function plan(facts: ProgressFacts): PlannedStep[] {
  const { form, first, second, history, isConstitutionalAmendment } = facts;
  const steps: PlannedStep[] = [
    { name: "introduced", label: "Introduced", reached: history.introduced ?? { date: null } },
    passage(facts, first),
  ];
  if (form === "simple") return steps;
  steps.push(passage(facts, second), ...differenceSteps(history));
  if (form === "concurrent") return steps;
  if (isConstitutionalAmendment && history.presented === null && history.law === null) {
    return [...steps, { name: "to-states", label: "Sent to the States", reached: history.toStates }];
  }
  return [...steps, ...presidentSteps(history)];
}

function passage({ form, history }: ProgressFacts, chamber: Chamber): PlannedStep {
  const isResolution = form === "simple" || form === "concurrent";
  const failed = history.failed[chamber];
  return {
    name: chamber === "House" ? "passed-house" : "passed-senate",
    label:
      failed === null ? `${isResolution ? "Agreed to in" : "Passed"} ${chamber}` : `Failed in ${chamber}`,
    reached: history.passed[chamber] ?? failed,
    hasFailed: failed !== null,
  };
}

/** Returns the step for resolving differences, only for bills that needed it. */
function differenceSteps({ differences, resolved }: BillHistory): PlannedStep[] {
  if (differences === null) return [];
  return [
    {
      name: "differences",
      label: resolved === null ? "Resolving differences" : "Differences resolved",
      reached: resolved ?? differences,
    },
  ];
}

function presidentSteps({ presented, vetoed, law }: BillHistory): PlannedStep[] {
  const veto: PlannedStep[] =
    vetoed === null
      ? []
      : [
          {
            name: "vetoed",
            label: vetoed.isPocket ? "Pocket vetoed" : "Vetoed",
            reached: vetoed,
            hasFailed: true,
          },
        ];
  return [
    { name: "to-president", label: "To President", reached: presented },
    ...veto,
    { name: "became-law", label: "Became law", reached: law },
  ];
}
