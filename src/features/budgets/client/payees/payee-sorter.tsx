import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { countText } from "#shared/text/counts.ts";
import type { PayeeList, PayeeView, RuleAction } from "#features/transactions/contract.ts";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { QueryError } from "#client/query-error.tsx";
import { paths } from "#client/routing/paths.ts";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { Picker } from "#ui/choice/picker.tsx";
import { Select } from "#ui/choice/select.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { categoriesQuery, payeesQuery, reloadBudgets } from "../budget-queries.ts";
import { RowFailure } from "../rows/row-failure.tsx";
import { useNewCategory } from "../rows/choosing/use-new-category.tsx";
import { choiceOf, likelyOption, payeeOptions, type PayeeOptionId } from "./payee-choices.ts";
import { PayeeItem } from "./payee-item.tsx";
import { inPlace, nextToSort, payeeKeyOf } from "./payee-order.ts";
import { ledgerActs } from "../rows/row-acts.ts";
import styles from "./payees.module.css";

const shownOptions = [
  { id: "unsorted" as const, label: "Payees to sort" },
  { id: "all" as const, label: "All payees" },
];

/** Says whether the URL asks for all payees, sorted ones included. */
export function isWholeList(query: URLSearchParams): boolean {
  return query.get("show") === "all";
}

/** Payees in a list; the current one has a field for its category, and the next one gets it once that is chosen. */
export function PayeeSorter() {
  const [query, setQuery] = useSearchParams();
  const isWhole = isWholeList(query);
  const api = useApi();
  const payees = useQuery({ ...payeesQuery(api, isWhole), throwOnError: endsScreen });
  const { isPending } = useQuery(categoriesQuery(api));
  const { data } = payees;
  if (data?.payeeCount === 0) return <NoPayees />;
  return (
    <>
      <div className={styles.tools}>
        <Progress counts={data} />
        <Select
          label="Show"
          options={shownOptions}
          value={isWhole ? "all" : "unsorted"}
          onChange={(id) => setQuery(id === "all" ? { show: "all" } : {}, { preventScrollReset: true })}
        />
      </div>
      {data !== undefined && !isPending ? (
        <Sorter key={String(isWhole)} payees={data.payees} isWhole={isWhole} />
      ) : payees.error === null ? (
        <LoadingRegion label="Loading the payees">
          <Skeleton height="100vh" />
        </LoadingRegion>
      ) : (
        <QueryError title="Couldn’t load the payees" query={payees} />
      )}
    </>
  );
}

function Progress({ counts }: { counts: PayeeList | undefined }) {
  if (counts === undefined) return <ProgressBar label="Payees" value={0} max={0} valueText="" />;
  const { payeeCount, sortedPayeeCount, transactionCount, sortedTransactionCount } = counts;
  // Rounded down, so that 100% means all.
  const percent =
    transactionCount === 0 ? 100 : Math.floor((100 * sortedTransactionCount) / transactionCount);
  return (
    <ProgressBar
      label={`${countText(sortedPayeeCount)} of ${countText(payeeCount)} payees`}
      value={sortedTransactionCount}
      max={transactionCount}
      valueText={`${percent}% of transactions sorted`}
    />
  );
}

function NoPayees() {
  return (
    <EmptyState
      title="No transactions yet"
      icon="wallet"
      action={
        <ButtonLink to={paths.accounts()} viewTransition>
          Link a bank
        </ButtonLink>
      }
    >
      Link a bank to sort its transactions here.
    </EmptyState>
  );
}

type SorterProps = { payees: readonly PayeeView[]; isWhole: boolean };

function Sorter({ payees: now, isWhole }: SorterProps) {
  const { data: categories = [] } = useQuery(categoriesQuery(useApi()));
  const { sort, chosen, isPending, failure } = usePayeeSorting();
  const [shown, setShown] = useState(now);
  const payees = inPlace(shown, now);
  if (payees.length !== shown.length) setShown(payees);
  const end = useRef<HTMLDivElement>(null);
  const isDone = (payee: PayeeView) =>
    chosen.has(payeeKeyOf(payee)) || (!isWhole && payee.unsortedCount === 0);
  const [currentKey, setCurrentKey] = useState<string | null>(() => nextToSort(now, "", isDone));
  const current = payees.find((payee) => payeeKeyOf(payee) === currentKey);
  const likely = current === undefined ? null : likelyOption(current);

  function move(from: PayeeView): void {
    const next = nextToSort(payees, payeeKeyOf(from), (payee) => payee === from || isDone(payee));
    setCurrentKey(next);
    if (next === null) focusWhenLost(end.current);
  }

  function choose(payee: PayeeView, id: PayeeOptionId): void {
    const choice = choiceOf(id, categories);
    if (choice === null) return;
    sort(payee, choice);
    move(payee);
  }

  const newCategory = useNewCategory({ focus: () => undefined }, (financialCategoryId, name) => {
    if (current === undefined) return;
    sort(current, { action: { field: "category", value: financialCategoryId }, words: name });
    move(current);
  });

  return (
    <>
      <RowFailure failure={failure} isPending={isPending} />
      {payees.length === 0 ? null : (
        <ol className={styles.list} aria-label="Payees">
          {payees.map((payee, index) => {
            const key = payeeKeyOf(payee);
            return (
              <PayeeItem
                key={key}
                payee={payee}
                index={index}
                chosen={chosen.get(key) ?? null}
                isDone={isDone(payee)}
                onOpen={() => setCurrentKey(key)}
              >
                {payee !== current ? null : (
                  <Picker
                    label={`Category of ${payee.payee}`}
                    options={payeeOptions(categories, payee.direction)}
                    placeholder={likely?.label ?? payee.category?.name ?? "Type a category"}
                    onChoose={(id) => choose(payee, id)}
                    create={{ label: "New category…", onCreate: newCategory.create }}
                    onSkip={() => (likely === null ? move(payee) : choose(payee, likely.id))}
                  >
                    Enter chooses and moves on. Without a text, it{" "}
                    {likely === null ? "skips this payee." : `chooses ${likely.label}.`}
                  </Picker>
                )}
              </PayeeItem>
            );
          })}
        </ol>
      )}
      <div ref={end} tabIndex={-1}>
        {payees.every(isDone) && !isWhole ? (
          <EmptyState
            title="Everything is sorted"
            icon="check"
            action={
              <ButtonLink to={paths.transactions()} viewTransition>
                See transactions
              </ButtonLink>
            }
          >
            New transactions of these payees are sorted as they come.
          </EmptyState>
        ) : null}
      </div>
      {newCategory.dialog}
    </>
  );
}

/** A choice for a payee, with its words in a sentence. */
type PayeeChoice = { action: RuleAction; words: string };

/**
 * Sorts payees one after the other, without waiting for the answers. `chosen` holds the words of what was chosen since the
 * screen was opened, by the payee's key, until it fails or is undone.
 */
function usePayeeSorting() {
  const api = useApi();
  const undoable = useUndoable({ renew: reloadBudgets });
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());

  const mark = (key: string, words: string | null) =>
    setChosen((before) => {
      const after = new Map(before);
      if (words === null) after.delete(key);
      else after.set(key, words);
      return after;
    });

  function sort(payee: PayeeView, { action, words }: PayeeChoice): void {
    const key = payeeKeyOf(payee);
    const { failedText, run } = ledgerActs(api).always(payee.transactionId, action, words);
    mark(key, words);
    undoable.perform({
      failedText,
      run: async () => {
        try {
          mark(key, words);
          const { text, undo } = await run();
          if (undo === undefined) return { text };
          return { text, undo: { ...undo, run: () => undo.run().finally(() => mark(key, null)) } };
        } catch (error) {
          mark(key, null);
          throw error;
        }
      },
    });
  }

  return { sort, chosen, isPending: undoable.isPending, failure: undoable.failure };
}
