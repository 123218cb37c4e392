import type { RuleView } from "#features/transactions/contract.ts";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { calling, takingBack, useUndoable, type Act, type Done } from "#client/use-undoable.ts";
import type { Decision } from "#shared/field-merge.ts";
import { reloadBudgets } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import type { RuleStart } from "./rule-fields.ts";

/**
 * Returns actions on rules and payees. Each saves at once, refreshes all budget queries, and can be undone from its toast. Those
 * for forms reject with ApiError; the others show their failure.
 */
export function useRuleActions() {
  const api = useApi();
  const { save, perform, isPending, failure } = useUndoable({ renew: reloadBudgets });
  return {
    isPending,
    failure,
    /** Creates a rule (null), or changes the one that was read; `decided` answers an earlier 409. */
    saveRule: (read: RuleView | null, rule: RuleStart, decided: { decided?: Decision[] } = {}) => {
      const undoId = crypto.randomUUID();
      return save(
        () => api.post("/api/SaveRule", { ...inputOf(read, rule), undoId, ...decided }),
        (rules) => ({ text: savedText(read, rules), undo: undoing(api, undoId) }),
      );
    },
    removeRule: ({ ruleId, title }: RuleView, keep: boolean) => {
      const undoId = crypto.randomUUID();
      return save(
        () => api.post("/api/DeleteRule", { ruleId, keep, undoId }),
        () => ({ text: `Deleted the rule “${title}”.`, undo: undoing(api, undoId) }),
      );
    },
    renamePayee: (transactionId: number, payee: string, name: string) => {
      const undoId = crypto.randomUUID();
      return save(
        () => api.post("/api/RenamePayee", { transactionId, name, undoId }),
        ({ updated }) => renamed(payee, name, { updated, undo: undoing(api, undoId) }),
      );
    },
    setLearning: (isOn: boolean) => perform(learning(api, isOn)),
    setOn: (rule: RuleView, isOn: boolean) => perform(switching(api, rule, isOn)),
    order: (ruleIds: number[]) => perform(ordering(api, ruleIds)),
  };
}

/** Takes back what was done under an id. */
export function undoing(api: Api, undoId: string): Act {
  return takingBack(() => api.post("/api/Undo", { undoId }));
}

/** Tells about a renamed payee, and offers to undo that unless it had this name already. */
export function renamed(
  payee: string,
  name: string,
  { updated, undo }: { updated: number; undo: Act },
): Done {
  if (updated === 0) return { text: `${payee} already has this name.` };
  const text =
    name === ""
      ? `${payee} has the bank’s name again.`
      : `Renamed ${payee} to ${name} on ${transactionsText(updated)}.`;
  return { text, undo };
}

/** Returns a rule as SaveRule takes it, with what was read, so that what was changed elsewhere since stays. */
export function inputOf(read: RuleView | null, { appliesFrom, ...rule }: RuleStart) {
  if (read === null) return { ruleId: 0, appliesFrom, ...rule };
  const { ruleId, name, conditions, actions, isOn } = read;
  const reach = appliesFrom === read.appliesFrom ? {} : { appliesFrom };
  return { ruleId, ...rule, ...reach, basedOn: { name, conditions, actions, isOn } };
}

function savedText(read: RuleView | null, rules: readonly RuleView[]): string {
  // A new rule has the highest id.
  const saved = rules.reduce<RuleView | null>(
    (found, rule) =>
      (read === null ? rule.ruleId > (found?.ruleId ?? 0) : rule.ruleId === read.ruleId) ? rule : found,
    null,
  );
  if (saved === null) return "Saved the rule.";
  return `Saved the rule “${saved.title}”. It sorts ${transactionsText(saved.transactionCount)}.`;
}

function switching(api: Api, rule: RuleView, isOn: boolean): Act {
  const undoId = crypto.randomUUID();
  const { title, name, conditions, actions, appliesFrom } = rule;
  const input = inputOf(rule, { name, conditions, actions, isOn, appliesFrom });
  return calling({
    call: () => api.post("/api/SaveRule", { ...input, undoId }),
    text: `Turned “${title}” ${isOn ? "on" : "off"}.`,
    failedText: "Couldn’t save the rule.",
    undo: undoing(api, undoId),
  });
}

function learning(api: Api, isOn: boolean): Act {
  const set = (to: boolean) => api.post("/api/SetLearning", { isOn: to });
  return calling({
    call: () => set(isOn),
    text: isOn
      ? "Your choices are used to guess categories."
      : "Your choices aren’t used to guess categories.",
    failedText: "Couldn’t save that.",
    undo: takingBack(() => set(!isOn)),
  });
}

function ordering(api: Api, ruleIds: number[]): Act {
  const undoId = crypto.randomUUID();
  return calling({
    call: () => api.post("/api/OrderRules", { ruleIds, undoId }),
    text: "Moved the rule.",
    failedText: "Couldn’t move the rule.",
    undo: undoing(api, undoId),
  });
}
