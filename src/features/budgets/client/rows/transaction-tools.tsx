import { useId, type RefCallback, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import type { Option } from "#ui/choice/option.ts";
import { uncategorizedId } from "../../domain/budget-rows.ts";
import styles from "./budget-rows.module.css";

type TransactionToolsProps = {
  options: readonly Option<number>[];
  category: number | null;
  onChoose: (category: number | null) => void;
  /** Rows that an action would touch. */
  count: number;
  isLoading: boolean;
  isPending: boolean;
  onSave: () => void;
  onExempt: () => void;
  /** Makes a category; gets what was typed into the chooser. */
  onCreate: (typed: string) => void;
  chooserRef: RefCallback<FocusTarget>;
  /** Beside the words below: the offer to select all that match. */
  children: ReactNode;
};

/** What can be done with the selected rows: one category for all of them, or out of the budget (docs/reference/product.md, "Budget screens"). */
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
            placeholder={count === 0 ? "Select rows first" : "Choose a category"}
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
        <Button disabled={count === 0 || isLoading} isPending={isPending} onClick={onExempt}>
          Exempt
        </Button>
      </div>
      <div className={styles.note}>
        <p id={whyId}>
          {why ?? `Save sets ${count === 1 ? "1 row" : `${count.toLocaleString("en-US")} rows`}.`}
        </p>
        {children}
      </div>
    </div>
  );
}

function whyNot(count: number, category: number | null): string | null {
  if (count === 0) return "Select rows, then choose a category for all of them.";
  return category === null ? "Choose a category to save." : null;
}

/** The categories of the chooser; clearing them is a choice as well. */
export function chooserOptions(
  categories: readonly { financialCategoryId: number; name: string }[],
): Option<number>[] {
  return [
    ...categories.map(({ financialCategoryId, name }) => ({ id: financialCategoryId, label: name })),
    { id: uncategorizedId, label: "No category" },
  ];
}
