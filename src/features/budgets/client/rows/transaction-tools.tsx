import { Suspense, useId, useState, type RefCallback, type ReactNode } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import type { Option } from "#ui/choice/option.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";
import { kindMenu } from "./transaction-actions.ts";
import type { LedgerActions } from "./use-row-actions.ts";

// The dialog loads on first use.
const TagRowsDialog = lazyDialog(async () => (await import("../tags/tag-rows-dialog.tsx")).TagRowsDialog);

type TransactionToolsProps = {
  options: readonly Option<number>[];
  category: number | null;
  onChoose: (category: number | null) => void;
  /** Number of rows an action applies to. */
  count: number;
  isLoading: boolean;
  isPending: boolean;
  actions: LedgerActions;
  onSave: () => void;
  /** Without it, rows can't be exempted here. */
  onExempt?: () => void;
  /** Returns the ids of the selected rows, to tag them or to choose their kind. */
  readIds: () => Promise<readonly number[]>;
  /** Runs when that was done. */
  onDone: () => void;
  /** Creates a category; receives the text typed into the chooser. */
  onCreate: (typed: string) => void;
  chooserRef: RefCallback<FocusTarget>;
  /** Content beside the note: the offer to select all matching rows. */
  children?: ReactNode;
};

/** Actions on the selected rows: set a category or a kind for all, exempt them, or tag them (docs/reference/product.md, "Budget screens"). */
export function TransactionTools({
  options,
  category,
  onChoose,
  count,
  isLoading,
  isPending,
  actions,
  onSave,
  onExempt,
  readIds,
  onDone,
  onCreate,
  chooserRef,
  children,
}: TransactionToolsProps) {
  const whyId = useId();
  const why = whyNot(count, category);
  const [isTagging, setTagging] = useState(false);
  const chooseKind = (kind: RowKind) => actions.perform(actions.acts.setKinds(readIds, kind), onDone);
  return (
    <div className={styles.tools}>
      <div className={styles.controls}>
        <div className={styles.chooser}>
          <Combobox
            label="Category"
            placeholder={count === 0 ? "Select transactions first" : "Choose a category"}
            options={options}
            value={category}
            onChange={onChoose}
            create={{ label: "New category…", onCreate }}
            isDisabled={count === 0 || isLoading}
            ref={chooserRef}
          />
        </div>
        <Button
          variant="primary"
          disabled={why !== null || isLoading}
          isPending={isPending}
          aria-describedby={whyId}
          onClick={onSave}
        >
          Save
        </Button>
        {onExempt === undefined ? null : (
          <Button icon="trash" disabled={count === 0 || isLoading} isPending={isPending} onClick={onExempt}>
            Exempt
          </Button>
        )}
        <ActionMenu
          label="Kind of the selected transactions"
          trigger="Kind"
          variant="secondary"
          isDisabled={count === 0 || isLoading || isPending}
          actions={kindMenu(chooseKind)}
        />
        <Button
          icon="tag"
          disabled={count === 0 || isLoading}
          isPending={isPending}
          onClick={() => setTagging(true)}
        >
          Tag…
        </Button>
      </div>
      <div className={styles.note}>
        <p id={whyId}>{why ?? `Applies to ${transactionsText(count)}.`}</p>
        {children}
      </div>
      {/* A boundary of its own keeps the rows visible while the dialog's code loads. */}
      <Suspense fallback={null}>
        {isTagging ? (
          <TagRowsDialog count={count} readIds={readIds} onClose={() => setTagging(false)} onDone={onDone} />
        ) : null}
      </Suspense>
    </div>
  );
}

function whyNot(count: number, category: number | null): string | null {
  if (count === 0) return "Select transactions, then choose a category.";
  return category === null ? "Choose a category to save." : null;
}
