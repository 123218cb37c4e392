import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { Select } from "#ui/choice/select.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { BankCategory } from "../../contract.ts";
import { bankCategoriesQuery, categoriesQuery, reloadBudgets } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { chooserOptions, type CategoryOption } from "../rows/choosing/use-category-choice.ts";
import { RowFailure } from "../rows/row-failure.tsx";
import styles from "./category-manager.module.css";

/** Dialog that lists the bank's own categories, each with the category that its transactions get. */
export function BankCategories({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Bank categories" width="budget" isDismissable>
      <List />
    </Dialog>
  );
}

function List() {
  const api = useApi();
  const codes = useQuery(bankCategoriesQuery(api));
  const categories = useQuery(categoriesQuery(api));
  const { perform, isPending, failure } = useUndoable({ renew: reloadBudgets });
  /** Last choice, shown until the list has it. */
  const [chosen, setChosen] = useState<Choice | null>(null);
  const failed = [codes, categories].find(({ data, error }) => data === undefined && error !== null);
  if (failed !== undefined)
    return <QueryError headingLevel={3} title="Couldn’t load the bank categories" query={failed} />;
  if (codes.data === undefined || categories.data === undefined) return <ListSkeleton />;
  const options = chooserOptions(categories.data);
  // Transfers and what is left out have no category.
  const listed = codes.data.filter(({ kind }) => kind !== "transfer" && kind !== "leftOut");
  if (listed.length === 0)
    return (
      <EmptyState title="No bank categories yet" headingLevel={3} icon="wallet">
        They come with the transactions of a linked bank.
      </EmptyState>
    );

  function choose({ bankCode, name, defaultCategoryId }: BankCategory, id: number) {
    const save = (financialCategoryId: number | null) =>
      api.post("/api/SaveBankCategory", { bankCode, financialCategoryId });
    setChosen({ bankCode, id });
    perform({
      failedText: `Couldn’t save the category of “${name}”.`,
      run: async () => {
        const before = await save(id === defaultCategoryId ? null : id);
        return {
          text: savedText(name, id, options),
          undo: takingBack(() => save(before.financialCategoryId)),
        };
      },
    });
  }

  return (
    <div className={styles.manager}>
      <p className={styles.usage}>
        The category a transaction gets by what your bank calls it. Your own choices and rules come first.
      </p>
      {codes.error === null ? null : (
        <Callout tone="warning" title="This list may be out of date" isLive>
          {failureText(codes.error)}
        </Callout>
      )}
      <RowFailure failure={failure} isPending={isPending} />
      <ul className={styles.list} aria-busy={isPending || undefined}>
        {listed.map((code) => (
          <CodeItem
            key={code.bankCode}
            code={code}
            options={options}
            chosen={isPending && chosen?.bankCode === code.bankCode ? chosen.id : code.financialCategoryId}
            onChoose={(id) => choose(code, id)}
          />
        ))}
      </ul>
    </div>
  );
}

type Choice = { bankCode: string; id: number };

function savedText(name: string, id: number, options: readonly CategoryOption[]): string {
  if (id === uncategorizedId) return `“${name}” has no category now.`;
  return `“${name}” is ${options.find((option) => option.id === id)?.label ?? "…"} now.`;
}

type CodeItemProps = {
  code: BankCategory;
  options: readonly CategoryOption[];
  chosen: number;
  onChoose: (id: number) => void;
};

function CodeItem({ code, options, chosen, onChoose }: CodeItemProps) {
  const { name, kind, defaultCategoryId, transactionCount } = code;
  // A category for another kind would do nothing.
  const fitting = options.filter(
    (option) => kind === null || option.kind === null || option.kind === kind || option.id === chosen,
  );
  return (
    <li className={styles.code}>
      <div>
        <p className={styles.codeName}>{name}</p>
        <p className={styles.usage}>{transactionsText(transactionCount)}</p>
      </div>
      <Select
        label={`Category of ${name}`}
        isLabelHidden
        options={fitting.map(({ id, label }) => ({
          id,
          label,
          description: id === defaultCategoryId ? "Default" : undefined,
        }))}
        value={chosen}
        onChange={onChoose}
      />
    </li>
  );
}

function ListSkeleton() {
  return (
    <LoadingRegion label="Loading bank categories" className={styles.manager}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((line) => (
        <Skeleton key={line} height="var(--size-control)" />
      ))}
    </LoadingRegion>
  );
}
