import { useState, type ReactNode } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { Option } from "#ui/choice/option.ts";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { categoryOf, remarksOf } from "#client/words/part-words.ts";
import type { LedgerActions } from "../rows/use-row-actions.ts";
import { joinParts } from "./use-part-actions.ts";
import styles from "./use-row-parts.module.css";

// The dialogs load on first use.
const SplitDialog = lazyDialog(async () => (await import("./split-dialog.tsx")).SplitDialog);
const WordsDialog = lazyDialog(async () => (await import("./words-dialog.tsx")).WordsDialog);

type Open = { kind: "split" | "words"; row: TransactionView };

type RowParts = {
  /** Items of a row's menu: its parts, its note, and its tags. */
  menuOf: (row: TransactionView) => MenuAction[];
  /** Rows whose parts are shown, and the function that shows or hides them. */
  opener: { shown: ReadonlySet<number>; toggle: (transactionId: number) => void };
  /** Returns the parts of a row if they are shown. */
  detailsOf: (row: TransactionView) => ReactNode;
  split: (row: TransactionView) => void;
  dialog: ReactNode;
};

/** Returns what a list needs for the parts, the notes, and the tags of its rows. */
export function useRowParts(
  { perform }: Pick<LedgerActions, "perform">,
  options: readonly Option<number>[],
): RowParts {
  const api = useApi();
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const split = (row: TransactionView) => setOpen({ kind: "split", row });
  const close = () => setOpen(null);
  return {
    split,
    menuOf: (row) => [
      ...splitActions(row, split, () =>
        perform({ failedText: `Couldn’t join ${row.payee}.`, run: () => joinParts(api, row) }),
      ),
      {
        id: "words",
        label: "Note and tags…",
        icon: "document",
        onAction: () => setOpen({ kind: "words", row }),
      },
    ],
    opener: {
      shown,
      toggle: (id) =>
        setShown((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
    },
    detailsOf: (row) =>
      row.parts.length > 0 && shown.has(row.transactionId) ? <PartList row={row} /> : null,
    dialog: (
      <>
        {open?.kind === "split" ? <SplitDialog row={open.row} options={options} onClose={close} /> : null}
        {open?.kind === "words" ? <WordsDialog row={open.row} onClose={close} /> : null}
      </>
    ),
  };
}

function splitActions(
  row: TransactionView,
  split: (row: TransactionView) => void,
  onJoin: () => void,
): MenuAction[] {
  if (row.removedByBank) return [];
  const isSplit = row.parts.length > 0;
  const menu: MenuAction[] = [
    {
      id: "split",
      label: isSplit ? "Change its parts…" : "Split…",
      icon: "copy",
      onAction: () => split(row),
    },
  ];
  if (isSplit) menu.push({ id: "whole", label: "Make it whole again", icon: "undo", onAction: onJoin });
  return menu;
}

/** Parts of a split row, shown below it. */
function PartList({ row: { payee, parts, isoCurrencyCode } }: { row: TransactionView }) {
  return (
    <ul className={styles.parts} aria-label={`Parts of ${payee}`}>
      {parts.map((part) => (
        <li key={part.partId} className={styles.part}>
          <span className={styles.words}>
            {categoryOf(part)}
            {remarksOf(part).map((remark) => (
              <span key={remark} className={styles.remark}>
                {" "}
                · {remark}
              </span>
            ))}
          </span>
          <span className={styles.amount}>{moneyText(part.amount, isoCurrencyCode)}</span>
        </li>
      ))}
    </ul>
  );
}
