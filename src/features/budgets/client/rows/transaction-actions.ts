import type { TransactionView } from "#shared/finance-shapes.ts";
import { rowKinds } from "#shared/row-kinds.ts";
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
  menu.push(...kindActions(row, { perform, acts }));
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
export function kindActions(row: TransactionView, { perform, acts }: Actions): MenuAction[] {
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
