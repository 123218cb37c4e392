import { useId, type RefCallback, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import type { Option } from "#ui/choice/option.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import styles from "./budget-rows.module.css";

type TransactionToolsProps = {
  options: readonly Option<number>[];
  category: number | null;
  onChoose: (category: number | null) => void;
  /** Number of rows an action applies to. */
  count: number;
  isLoading: boolean;
  isPending: boolean;
  onSave: () => void;
  /** Without it, rows can't be exempted here. */
  onExempt?: () => void;
  /** Creates a category; receives the text typed into the chooser. */
  onCreate: (typed: string) => void;
  chooserRef: RefCallback<FocusTarget>;
  /** Content beside the note: the offer to select all matching rows. */
  children?: ReactNode;
};

/** Actions on the selected rows: set one category for all, or exempt them (docs/reference/product.md, "Budget screens"). */
export function TransactionTools({
  options,
  category,
  onChoose,
  count,
  isLoading,
  isPending,
  onSave,
  onExempt,
  onCreate,
  chooserRef,
  children,
}: TransactionToolsProps) {
  const whyId = useId();
  const why = whyNot(count, category);
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
          <Button disabled={count === 0 || isLoading} isPending={isPending} onClick={onExempt}>
            Exempt
          </Button>
        )}
      </div>
      <div className={styles.note}>
        <p id={whyId}>{why ?? `Applies to ${transactionsText(count)}.`}</p>
        {children}
      </div>
    </div>
  );
}

function whyNot(count: number, category: number | null): string | null {
  if (count === 0) return "Select transactions, then choose a category.";
  return category === null ? "Choose a category to save." : null;
}
