import type { TransactionView } from "#shared/finance-shapes.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import type { useRowActions } from "./use-row-actions.ts";

type Actions = Pick<ReturnType<typeof useRowActions>, "perform" | "acts">;

/** What can be done with one row (docs/reference/product.md, "Budget screens": the delete action exempts it). */
export function transactionActions(row: TransactionView, { perform, acts }: Actions): MenuAction[] {
  const { transactionId, name, moveMarksTo } = row;
  const menu: MenuAction[] = [
    {
      id: "exempt",
      label: "Exempt from this budget",
      icon: "trash",
      onAction: () =>
        perform({
          failedText: `${name} could not be exempted.`,
          run: () => acts.exemptOne(transactionId, name),
        }),
    },
  ];
  if (row.isIncome) {
    menu.push({
      id: "count",
      label: row.countsAsSpending ? "Do not count it" : "Count it",
      icon: "wallet",
      onAction: () =>
        perform({
          failedText: "That could not be saved.",
          run: () => acts.countAsSpending(transactionId, name, !row.countsAsSpending),
        }),
    });
  }
  if (moveMarksTo !== null) {
    menu.push({
      id: "move",
      label: "Move marks to the posted row",
      icon: "arrow-right",
      onAction: () =>
        perform({
          failedText: "The marks could not be moved.",
          run: () => acts.moveMarks(transactionId, moveMarksTo),
        }),
    });
  }
  if (row.removedByBank) {
    menu.push({
      id: "dismiss",
      label: "Take off the list",
      icon: "close",
      onAction: () =>
        perform({
          failedText: `${name} could not be taken off.`,
          run: () => acts.dismissRemoved(transactionId, name),
        }),
    });
  }
  return menu;
}
