import type { Api } from "#client/data/api.ts";
import { calling, takingBack, type Act, type Done } from "#client/use-undoable.ts";
import type { BudgetFilter, ExclusionDecision, TransferSuggestion } from "../../contract.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { RuleAction } from "#features/transactions/contract.ts";
import { kindNames, uncategorizedId, type RowKind } from "#shared/row-kinds.ts";
import { joinActs } from "../matching/join-acts.ts";
import { chooseKinds, kindWords, takingAllBack, takingRowsBack, type KindAnswer } from "./row-batches.ts";
import { everyDay } from "../rules/rule-days.ts";
import { undoing } from "../rules/use-rule-actions.ts";
import { transactionsText } from "../estimate/budget-progress.ts";

/** All rows of a budget that match a filter. */
export type AllRows = { budgetId: number; filter: BudgetFilter };
/** Rows selected one by one, or all that match a filter. */
export type RowChoice = { ids: readonly number[] } | AllRows;

/** Returns the actions on rows of a budget; each returns its confirmation and its undo. */
export function rowActs(budgetId: number) {
  return (api: Api) => ({
    ...categoryActs(api, budgetId),
    ...exemptionActs(api, budgetId),
    ...ledgerActs(api),
  });
}

export type BudgetActs = ReturnType<ReturnType<typeof rowActs>>;

type NamedRow = Pick<TransactionView, "transactionId" | "payee">;
type SortedRow = NamedRow & Pick<TransactionView, "categorySource" | "kindSource">;

/** Actions on rows of the ledger, in any budget or none. */
export function registerActs(api: Api) {
  return { ...categoryActs(api, null), ...ledgerActs(api) };
}

export type RegisterActs = ReturnType<typeof registerActs>;

export type ChosenCategory = {
  /** −1 for none. */
  id: number;
  /** Its name, or "no category". */
  words: string;
};

function categoryActs(api: Api, budgetId: number | null) {
  return {
    async categorize(rows: RowChoice, { id, words }: ChosenCategory): Promise<Done> {
      const answer =
        "filter" in rows
          ? await api.post("/api/CategorizeMatching", { ...rows, financialCategoryId: id })
          : await categorizeRows(api, budgetId, rows.ids, id);
      return categorized(api, { id, words }, answer);
    },
  };
}

function categorizeRows(
  api: Api,
  budgetId: number | null,
  ids: readonly number[],
  financialCategoryId: number,
) {
  return api.post(
    "/api/BulkUpdateTransactionCategory",
    ids.map((transactionId) => ({ transactionId, financialCategoryId, budgetId })),
  );
}

/** The undo takes rows that have left the budget since, too. */
function categorized(
  api: Api,
  { id, words }: ChosenCategory,
  { updated, undo }: Awaited<ReturnType<typeof categorizeRows>>,
): Done {
  return {
    text: `Set ${transactionsText(updated)} to ${words}.`,
    undo: takingRowsBack(undo, (part) =>
      api.post(
        "/api/BulkUpdateTransactionCategory",
        part.map((former) => ({ ...former, budgetId: null, basedOn: id })),
      ),
    ),
  };
}

function exemptionActs(api: Api, budgetId: number) {
  /** Restores former decisions, unless a row's decision is no longer `excluded`. */
  const takeBack = (former: readonly ExclusionDecision[], excluded: boolean) =>
    takingRowsBack(former, (part) =>
      api.post("/api/SetExcludedTransactions", {
        budgetId,
        decisions: part.map((decision) => ({ ...decision, basedOn: excluded })),
      }),
    );

  /** Decides on rows. One without a decision before has none after the undo, so that a transfer stays out. */
  async function decide(
    rows: RowChoice,
    excluded: boolean,
    toText: (updated: number) => string,
  ): Promise<Done> {
    const { updated, undo } =
      "filter" in rows
        ? await api.post("/api/SetExcludedMatching", { ...rows, excluded })
        : await api.post("/api/SetExcludedTransactions", {
            budgetId,
            decisions: rows.ids.map((transactionId) => ({ transactionId, excluded })),
          });
    return { text: toText(updated), undo: takeBack(undo, excluded) };
  }

  return {
    /** Exempts one row (docs/reference/product.md, "Budget screens"). */
    exemptOne: ({ transactionId, payee }: NamedRow): Act => ({
      failedText: `Couldn’t exempt ${payee}.`,
      run: () => decide({ ids: [transactionId] }, true, () => `Exempted ${payee} from this budget.`),
    }),

    restoreOne: ({ transactionId, payee }: NamedRow): Act => ({
      failedText: `Couldn’t restore ${payee}.`,
      run: () => decide({ ids: [transactionId] }, false, () => `${payee} counts in this budget again.`),
    }),

    setExempt: (rows: RowChoice, excluded: boolean): Promise<Done> =>
      decide(
        rows,
        excluded,
        (updated) => `${excluded ? "Exempted" : "Restored"} ${transactionsText(updated)}.`,
      ),
  };
}

/** Two transactions of one transfer. */
type Pair = { outTransactionId: number; inTransactionId: number };

async function decidePairs(
  api: Api,
  pairs: readonly Pair[],
  isTransfer: boolean,
  text: string,
): Promise<Done> {
  const { undo } = await api.post(
    "/api/SetTransferPairs",
    pairs.map((pair) => ({ ...pair, isTransfer })),
  );
  return {
    text,
    undo: takingRowsBack(undo, (part) =>
      api.post(
        "/api/SetTransferPairs",
        part.map((former) => ({ ...former, basedOn: isTransfer })),
      ),
    ),
  };
}

/** Actions on transfers, suggested or not (docs/reference/money.md, "Transfers"). */
function transferActs(api: Api) {
  return {
    match(row: TransactionView, other: TransactionView): Act {
      const pairs = [pairWith(row, other.transactionId)];
      return {
        failedText: `Couldn’t match ${row.payee}.`,
        run: () => decidePairs(api, pairs, true, `Matched ${row.payee} with ${other.payee}.`),
      };
    },

    unmatch: (row: TransactionView, otherId: number): Act => ({
      failedText: `Couldn’t unmatch ${row.payee}.`,
      run: () => decidePairs(api, [pairWith(row, otherId)], false, `Unmatched ${row.payee}.`),
    }),

    acceptTransfer(suggestion: TransferSuggestion): Promise<Done> {
      const pair = pairOf(suggestion);
      const { transactionId, payee } = singleOf(suggestion);
      if (pair !== null) return decidePairs(api, [pair], true, `${payee} ${kindWords.transfer}.`);
      return chooseKinds(api, [transactionId], "transfer", () => `${payee} ${kindWords.transfer}.`);
    },

    rejectTransfer(suggestion: TransferSuggestion): Promise<Done> {
      const pair = pairOf(suggestion);
      if (pair !== null) return decidePairs(api, [pair], false, "You won’t see this match again.");
      const { transactionId, payee, kind } = singleOf(suggestion);
      return chooseKinds(api, [transactionId], kind, () => `${payee} isn’t a transfer.`);
    },

    /** Accepts several suggestions; one undo takes all of them back. A retry continues with the call that failed. */
    acceptTransfers(suggestions: readonly TransferSuggestion[]): Act {
      const pairs = suggestions.flatMap((one) => pairOf(one) ?? []);
      const ids = suggestions.flatMap((one) => (pairOf(one) === null ? singleOf(one).transactionId : []));
      const answers: KindAnswer[] = [];
      let paired: Done | null = null;
      return {
        failedText: "Couldn’t accept the transfers.",
        run: async () => {
          if (pairs.length > 0) paired ??= await decidePairs(api, pairs, true, "");
          const marked = ids.length === 0 ? null : await chooseKinds(api, ids, "transfer", () => "", answers);
          return {
            text:
              suggestions.length === 1 ? "Accepted 1 transfer." : `Accepted ${suggestions.length} transfers.`,
            undo: takingAllBack([paired?.undo, marked?.undo]),
          };
        },
      };
    },
  };
}

function pairOf({ out, in: into }: TransferSuggestion): Pair | null {
  return out === null || into === null ? null : pairWith(out, into.transactionId);
}

function pairWith({ transactionId, amount }: TransactionView, otherId: number): Pair {
  return amount < 0
    ? { outTransactionId: transactionId, inTransactionId: otherId }
    : { outTransactionId: otherId, inTransactionId: transactionId };
}

/** The first side that is here. */
export function singleOf({ out, in: into }: TransferSuggestion): TransactionView {
  const row = out ?? into;
  if (row === null) throw new Error("A suggestion has no transaction.");
  return row;
}

export type LedgerActs = ReturnType<typeof ledgerActs>;

/** Gives up what the person chose of a row: its category, its kind, or both. */
async function sortAgain(
  api: Api,
  { transactionId, payee, categorySource, kindSource }: SortedRow,
): Promise<Done> {
  const none = { transactionId, financialCategoryId: uncategorizedId, budgetId: null, isByHand: false };
  const { undo } =
    categorySource === "person" ? await api.post("/api/BulkUpdateTransactionCategory", [none]) : { undo: [] };
  const category = takingRowsBack(undo, (part) =>
    api.post(
      "/api/BulkUpdateTransactionCategory",
      part.map((former) => ({ ...former, budgetId: null })),
    ),
  );
  const kind = kindSource === "person" ? await chooseKinds(api, [transactionId], null, () => "") : undefined;
  return { text: `${payee} is sorted automatically again.`, undo: takingAllBack([category, kind?.undo]) };
}

/** Actions on the transaction itself, whatever the budget. */
export function ledgerActs(api: Api) {
  return {
    ...transferActs(api),
    ...joinActs(api),

    sortAgain: (row: SortedRow): Act => ({
      failedText: `Couldn’t change ${row.payee}.`,
      run: () => sortAgain(api, row),
    }),

    chooseKind: ({ transactionId, payee }: NamedRow, kind: RowKind): Act => ({
      failedText: "Couldn’t save the change.",
      run: () => chooseKinds(api, [transactionId], kind, () => `${payee} ${kindWords[kind]}.`),
    }),

    /** Sets the kind of several rows; `readIds` finds those that the page doesn't show. A retry continues with the batch that failed. */
    setKinds(readIds: () => Promise<readonly number[]>, kind: RowKind): Act {
      const answers: KindAnswer[] = [];
      let ids: readonly number[] | undefined;
      const toText = (updated: number) => `Set ${transactionsText(updated)} to ${kindNames[kind]}.`;
      return {
        failedText: "Couldn’t save the change.",
        run: async () => chooseKinds(api, (ids ??= await readIds()), kind, toText, answers),
      };
    },

    /** Has a rule do something for everything of the row's payee, past and future: its own rule, or a new one. */
    always(transactionId: number, action: RuleAction, words: string): Act {
      const undoId = crypto.randomUUID();
      return {
        failedText: "Couldn’t save the rule.",
        run: async () => {
          const wanted = action.field === "category" ? { financialCategoryId: action.value } : {};
          const { payee, actions, ...rule } = await api.get("/api/GetRuleDraft", {
            transactionId,
            ...wanted,
          });
          const others = actions.filter(({ field }) => field !== "category" && field !== "kind");
          await api.post("/api/SaveRule", {
            ...rule,
            actions: action.field === "category" ? actions : [action, ...others],
            appliesFrom: everyDay,
            undoId,
          });
          const isNone = action.field === "category" && action.value === uncategorizedId;
          return {
            text: `${payee} is always ${isNone ? "without a category" : words} now.`,
            undo: undoing(api, undoId),
          };
        },
      };
    },

    /**
     * Deletes the rule that sorts a row if it's for the row's payee alone; `onBroader` runs instead if it's about more.
     */
    notForPayee(transactionId: number, ruleId: number, onBroader: () => void): Act {
      const undoId = crypto.randomUUID();
      return {
        failedText: "Couldn’t change the rule.",
        run: async () => {
          const { payee, ...draft } = await api.get("/api/GetRuleDraft", { transactionId });
          if (draft.ruleId !== ruleId) {
            onBroader();
            return { text: `The rule is about more than ${payee}. Change its conditions.` };
          }
          await api.post("/api/DeleteRule", { ruleId, undoId });
          return { text: `No rule sorts ${payee} now.`, undo: undoing(api, undoId) };
        },
      };
    },

    moveMarks: ({ transactionId }: NamedRow, toTransactionId: number): Act =>
      calling({
        call: () =>
          api.post("/api/MoveTransactionMarks", { fromTransactionId: transactionId, toTransactionId }),
        text: "Moved your edits to the posted transaction.",
        failedText: "Couldn’t move your edits.",
        undo: takingBack(() => api.post("/api/RestoreRemovedTransaction", { transactionId })),
      }),

    dismissRemoved: ({ transactionId, payee }: NamedRow): Act =>
      calling({
        call: () => api.post("/api/DismissRemovedTransaction", { transactionId }),
        text: `Removed ${payee} from the list.`,
        failedText: `Couldn’t remove ${payee}.`,
        undo: takingBack(() => api.post("/api/RestoreRemovedTransaction", { transactionId })),
      }),
  };
}
