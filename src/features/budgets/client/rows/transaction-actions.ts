import type { TransactionView } from "#shared/finance-shapes.ts";
import { rowKinds, type RowKind } from "#shared/row-kinds.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import type { Matching } from "../matching/use-matching.tsx";
import type { BudgetActs } from "./row-acts.ts";
import type { LedgerActions } from "./use-row-actions.ts";

/** Menu item that exempts a row from its budget (docs/reference/product.md, "Budget screens": the delete action). */
export function exemptAction(
  row: TransactionView,
  { perform, acts }: Pick<LedgerActions, "perform"> & { acts: BudgetActs },
): MenuAction {
  return {
    id: "exempt",
    label: "Exempt from this budget",
    icon: "trash",
    onAction: () => perform(acts.exemptOne(row)),
  };
}

/** Menu items that change a row in every budget: its kind, its other side, what it's one with, and what the bank removed. */
export function ledgerActions(row: TransactionView, actions: LedgerActions & Matching): MenuAction[] {
  const { perform, acts } = actions;
  const { moveMarksTo } = row;
  const menu = [...kindActions(row, actions), ...transferActions(row, actions), ...joinActions(row, actions)];
  if (row.kindSource === "person" || row.categorySource === "person") {
    menu.push({
      id: "automatic",
      label: "Sort automatically",
      icon: "refresh",
      onAction: () => perform(acts.sortAgain(row)),
    });
  }
  if (moveMarksTo !== null) {
    menu.push({
      id: "move",
      label: "Move edits to the posted transaction",
      icon: "arrow-right",
      onAction: () => perform(acts.moveMarks(row, moveMarksTo)),
    });
  }
  if (row.removedByBank) {
    menu.push({
      id: "dismiss",
      label: "Remove from the list",
      icon: "close",
      onAction: () => perform(acts.dismissRemoved(row)),
    });
  }
  return menu;
}

const kindItems = {
  spending: { label: "Count it", icon: "wallet" },
  income: { label: "Mark as income", icon: "wallet" },
  transfer: { label: "Mark as transfer", icon: "refresh" },
  leftOut: { label: "Leave out of totals", icon: "close" },
} as const;

/** Menu items that change a row's kind in every budget. */
export function kindActions(row: TransactionView, { perform, acts }: LedgerActions): MenuAction[] {
  return kindMenu((kind) => perform(acts.chooseKind(row, kind)), row.kind);
}

/** Menu items that choose a kind, other than the current one. */
export function kindMenu(onChoose: (kind: RowKind) => void, current?: RowKind): MenuAction[] {
  return rowKinds
    .filter((kind) => kind !== current)
    .map((kind) => ({
      id: kind,
      label: kindItems[kind].label,
      icon: kindItems[kind].icon,
      onAction: () => onChoose(kind),
    }));
}

/** Menu items that match a row with its other side, or take the two apart. Rows that are something else have none. */
export function transferActions(
  row: TransactionView,
  { perform, acts, match }: LedgerActions & Pick<Matching, "match">,
): MenuAction[] {
  const { transferPair } = row;
  if (transferPair !== null)
    return [
      {
        id: "unmatch",
        label: "Unmatch",
        icon: "close",
        onAction: () => perform(acts.unmatch(row, transferPair.transactionId)),
      },
    ];
  const isChosen = row.kindSource === "person" && row.kind !== "transfer";
  if (isChosen || row.removedByBank) return [];
  return [{ id: "match", label: "Match with…", icon: "link", onAction: () => match(row) }];
}

/** Menu items that join a row with the same transaction in another row, or take apart what is joined. */
export function joinActions(
  row: TransactionView,
  { perform, acts, join }: LedgerActions & Pick<Matching, "join">,
): MenuAction[] {
  if (row.removedByBank) return [];
  const menu: MenuAction[] = [
    { id: "join", label: "Join with another…", icon: "plus", onAction: () => join(row) },
  ];
  if (row.isJoined) {
    menu.push({
      id: "separate",
      label: "Separate",
      icon: "minus",
      onAction: () => perform(acts.separate(row)),
    });
  }
  return menu;
}

/** Dialogs about everything of a row's payee. */
export type PayeeDialog = "rule" | "newRule" | "name";

/** Menu items about everything of a row's payee: its rule, or a new one, and its name. */
export function payeeActions(
  { transactionId, payee, category, categorySource, rule, removedByBank }: TransactionView,
  { perform, acts }: LedgerActions,
  open: (dialog: PayeeDialog) => void,
): MenuAction[] {
  if (removedByBank) return [];
  const always: MenuAction[] =
    category === null || categorySource === "rule"
      ? []
      : [
          {
            id: "always",
            label: `Always ${category.name} for ${payee}`,
            icon: "check",
            onAction: () =>
              perform(
                acts.always(
                  transactionId,
                  { field: "category", value: category.financialCategoryId },
                  category.name,
                ),
              ),
          },
        ];
  return [
    ...always,
    rule === null
      ? { id: "rule", label: "Make a rule…", icon: "filter", onAction: () => open("newRule") }
      : { id: "rule", label: "Edit its rule…", icon: "filter", onAction: () => open("rule") },
    { id: "rename", label: "Rename payee…", icon: "pencil", onAction: () => open("name") },
  ];
}
