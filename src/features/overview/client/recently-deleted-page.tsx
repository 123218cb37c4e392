import { useQuery, queryOptions, type QueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { endsScreen } from "#client/data/ends-screen.ts";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { DayAgo } from "#client/words/day-ago.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { paths } from "#client/routing/paths.ts";
import { memberLoader } from "#client/routing/member-loader.ts";
import { calling, takingBack, useUndoable, type Act } from "#client/use-undoable.ts";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/link.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { DeletedEntry } from "../contract.ts";
import styles from "./recently-deleted-page.module.css";

export const loader = memberLoader(({ api, first }) => [first(deletedQuery(api))]);

/** Page of what was deleted or changed in the last day, each with a button to take it back. */
export function Component() {
  const deleted = useQuery({ ...deletedQuery(useApi()), throwOnError: endsScreen });
  const { data } = deleted;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.page}>
      <DocumentHead title="Recently deleted" description="Items you can still restore." isPrivate />
      <PageHeader
        title="Recently deleted"
        titleRef={title}
        intro="You can restore deleted items and undo changes to rules, payees, and tags for a day. After that, deleted items are gone for good."
      />
      <UntilLoaded query={deleted} what="deleted items" className={styles.list}>
        {Array.from({ length: skeletonRows }, (_, row) => (
          <div key={row} className={styles.row}>
            <Skeleton width="9em" />
          </div>
        ))}
      </UntilLoaded>
      {data?.length === 0 ? (
        <EmptyState title="No recently deleted items" icon="trash">
          Budgets, income sources, bills, categories, rules, typed transactions, and products you delete
          appear here for a day, as do removed transactions you dismiss, banks you unlink, and changes to
          rules, payees, and tags.
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <DeletedList entries={data} onRestored={() => title.current?.focus()} />
      )}
    </div>
  );
}

function DeletedList({ entries, onRestored }: { entries: DeletedEntry[]; onRestored: () => void }) {
  const api = useApi();
  const { undo, isPending } = useUndoable({ renew: invalidateDeleted });
  const [restoring, setRestoring] = useState<string | null>(null);

  return (
    <ul className={styles.list} aria-label="Recently deleted">
      {entries.map((entry) => {
        const key = `${entry.kind} ${entry.id}`;
        const isChange = entry.kind === "change";
        return (
          <li key={key} className={styles.row}>
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.kind}>
              {kindWords(entry)}, <DayAgo at={entry.deletedAt} />
            </span>
            {entry.kind === "bank" ? (
              <ButtonLink to={paths.accounts()} aria-label={`Link ${entry.name} again`}>
                Link again
              </ButtonLink>
            ) : (
              <Button
                icon="undo"
                isPending={isPending && restoring === key}
                onClick={() => {
                  setRestoring(key);
                  undo(undoingOf(api, entry), onRestored);
                }}
                aria-label={isChange ? `Undo: ${entry.name}` : `Restore ${entry.kind} ${entry.name}`}
              >
                {isChange ? "Undo" : "Restore"}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Action that undoes a change, or restores an item and says its name. */
function undoingOf(api: Api, entry: DeletedEntry): Act {
  const call = () => restore(api, entry);
  if (entry.kind === "change") return takingBack(call);
  return calling({ call, text: `Restored ${entry.name}.`, failedText: `Couldn’t restore ${entry.name}.` });
}

async function restore(api: Api, { kind, id }: DeletedEntry): Promise<void> {
  if (kind === "budget") await api.post("/api/RestoreBudget", { budgetId: Number(id) });
  else if (kind === "budget series") await api.post("/api/RestoreBudgetSeries", { seriesId: Number(id) });
  else if (kind === "income source" || kind === "bill")
    await api.post("/api/RestoreIncomeSource", { incomeSourceId: Number(id) });
  else if (kind === "category") await api.post("/api/UndoCategoryRemoval", { undoId: id });
  else if (kind === "change") await api.post("/api/Undo", { undoId: id });
  else if (kind === "transaction")
    await api.post("/api/RestoreRemovedTransaction", { transactionId: Number(id) });
  else if (kind === "product") await api.post("/api/RestoreProduct", { productId: Number(id) });
}

function kindWords({ kind, mergedInto }: DeletedEntry): string {
  if (kind === "change") return "Change";
  if (kind === "bank") return "Unlinked bank with its history";
  if (mergedInto !== null) return `Category, merged into ${mergedInto}`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}, deleted`;
}

const skeletonRows = 3;

// Other screens change them, so they are reloaded on every visit, but not twice within one.
const staleTime = 1000;

/** Query for what can be restored or undone. */
function deletedQuery(api: Api) {
  return queryOptions({
    queryKey: ["deleted"],
    queryFn: () => api.get("/api/GetRecentlyDeleted"),
    staleTime,
  });
}

/** Reloads every screen that shows restored items, and the command palette. */
async function invalidateDeleted(queryClient: QueryClient): Promise<void> {
  const keys = ["deleted", "budgets", "income", "institutions", "overview", "products", "palette"];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
