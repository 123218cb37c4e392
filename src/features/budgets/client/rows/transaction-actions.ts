import type { TransactionView } from "#shared/finance-shapes.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import type { useRowActions } from "./use-row-actions.ts";

type Actions = Pick<ReturnType<typeof useRowActions>, "perform" | "acts">;

/** Menu of one row (docs/reference/product.md, "Budget screens": the delete action exempts it). */
export function transactionActions(row: TransactionView, { perform, acts }: Actions): MenuAction[] {
  const { transactionId, name, moveMarksTo } = row;
  const menu: MenuAction[] = [
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
  ];
  if (row.isIncome) {
    menu.push({
      id: "count",
      label: row.countsAsSpending ? "Don’t count it" : "Count it",
      icon: "wallet",
      onAction: () =>
        perform({
          failedText: "Couldn’t save the change.",
          run: () => acts.countAsSpending(transactionId, name, !row.countsAsSpending),
        }),
    });
  }
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
