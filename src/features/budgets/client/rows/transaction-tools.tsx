import { useId, useState, type RefCallback } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import type { RowKind } from "#shared/row-kinds.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { AllMatching } from "./all-matching.tsx";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";
import { kindMenu } from "./transaction-actions.ts";
import type { Categorizing } from "./choosing/use-categorizing.ts";
import type { RowList } from "./use-row-list.ts";

// The dialog loads on first use.
const TagRowsDialog = lazyDialog(async () => (await import("../tags/tag-rows-dialog.tsx")).TagRowsDialog);

type TransactionToolsProps = {
  state: RowList;
  categorizing: Categorizing;
  isLoading: boolean;
  /** Without it, rows can't be exempted here. */
  onExempt: (() => void) | undefined;
  /** Creates a category; receives the text typed into the chooser. */
  onCreate: (typed: string) => void;
  chooserRef: RefCallback<FocusTarget>;
  /** Those of the page. */
  rows: readonly TransactionView[];
};

/** Actions on the selected rows: set a category or a kind for all, exempt them, or tag them (docs/reference/product.md, "Budget screens"). */
export function TransactionTools(props: TransactionToolsProps) {
  const { isLoading, onExempt, onCreate, chooserRef, rows } = props;
  const { actions, selection } = props.state;
  const { options, category, choose, save, readIds } = props.categorizing;
  const { isPending } = actions;
  const { count, clear } = selection;
  const whyId = useId();
  const why = whyNot(count, category);
  const [isTagging, setTagging] = useState(false);
  const chooseKind = (kind: RowKind) => actions.perform(actions.acts.setKinds(readIds, kind), clear);
  return (
    <div className={styles.tools}>
      <div className={styles.controls}>
        <div className={styles.chooser}>
          <Combobox
            label="Category"
            placeholder={count === 0 ? "Select transactions first" : "Choose a category"}
            options={options}
            value={category}
            onChange={choose}
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
          onClick={save}
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
        <AllMatching state={props.state} rows={rows} />
      </div>
      {isTagging ? (
        <TagRowsDialog count={count} readIds={readIds} onClose={() => setTagging(false)} onDone={clear} />
      ) : null}
    </div>
  );
}

function whyNot(count: number, category: number | null): string | null {
  if (count === 0) return "Select transactions, then choose a category.";
  return category === null ? "Choose a category to save." : null;
}
