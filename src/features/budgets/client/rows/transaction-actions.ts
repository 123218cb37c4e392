import type { TransactionView } from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import type { LedgerActions, RowActions } from "./use-row-actions.ts";

/** Function that asks for a row's other side. */
type Matching = { match: (row: TransactionView) => void };

/** Menu of one row (docs/reference/product.md, "Budget screens": the delete action exempts it). */
export function transactionActions(row: TransactionView, actions: RowActions & Matching): MenuAction[] {
  const { perform, acts } = actions;
  const { transactionId, name } = row;
  return [
    {
      id: "exempt",
      label: "Exempt from this budget",
      icon: "trash",
      onAction: () =>
        perform({
          failedText: `Couldn’t exempt ${name}.`,
          run: () => acts.exemptOne(transactionId, name),
        }),
    },
    ...ledgerActions(row, actions),
  ];
}

/** Menu items that change a row in every budget: its kind, its other side, and what the bank removed. */
export function ledgerActions(row: TransactionView, actions: LedgerActions & Matching): MenuAction[] {
  const { perform, acts } = actions;
  const { transactionId, name, moveMarksTo } = row;
  const menu = [...kindActions(row, actions), ...transferActions(row, actions)];
  if (moveMarksTo !== null) {
    menu.push({
      id: "move",
      label: "Move edits to the posted transaction",
      icon: "arrow-right",
      onAction: () =>
        perform({
          failedText: "Couldn’t move your edits.",
          run: () => acts.moveMarks(transactionId, moveMarksTo),
        }),
    });
  }
  if (row.removedByBank) {
    menu.push({
      id: "dismiss",
      label: "Remove from the list",
      icon: "close",
      onAction: () =>
        perform({
          failedText: `Couldn’t remove ${name}.`,
          run: () => acts.dismissRemoved(transactionId, name),
        }),
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
  return rowKinds
    .filter((kind) => kind !== row.kind)
    .map((kind) => ({
      id: kind,
      label: kindItems[kind].label,
      icon: kindItems[kind].icon,
      onAction: () =>
        perform({
          failedText: "Couldn’t save the change.",
          run: () => acts.chooseKind(row.transactionId, row.name, kind),
        }),
    }));
}

/** Menu items that match a row with its other side, or take the two apart. Rows that are something else have none. */
export function transferActions(
  row: TransactionView,
  { perform, acts, match }: LedgerActions & Matching,
): MenuAction[] {
  const { name, transferPair } = row;
  if (transferPair !== null)
    return [
      {
        id: "unmatch",
        label: "Unmatch",
        icon: "close",
        onAction: () =>
          perform({
            failedText: `Couldn’t unmatch ${name}.`,
            run: () => acts.unmatch(row, transferPair.transactionId),
          }),
      },
    ];
  const isChosen = row.kindSource === "person" && row.kind !== "transfer";
  if (isChosen || row.removedByBank) return [];
  return [{ id: "match", label: "Match with…", icon: "link", onAction: () => match(row) }];
}
