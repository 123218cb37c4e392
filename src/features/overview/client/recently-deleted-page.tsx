import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link, type LoaderFunctionArgs } from "react-router";
import { failureWords, isAboutAccess, requestIdOf } from "#client/data/api-failure.ts";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { DayAgo } from "#client/day-ago.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { firstData, paintedWith } from "#client/data/first-data.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { paths } from "#client/routing/paths.ts";
import { requireMember } from "#client/routing/require-member.ts";
import { useUndoable } from "#client/use-undoable.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { DeletedThing } from "../contract.ts";
import styles from "./recently-deleted-page.module.css";

function deletedQuery(api: Api) {
  return queryOptions({
    queryKey: ["deleted"],
    queryFn: () => api.get("/api/GetRecentlyDeleted"),
    // Deleted on other screens: asked anew at each look, but not twice by one.
    staleTime: 1000,
  });
}

export async function loader({ context }: LoaderFunctionArgs) {
  const loading = loadingOf(context);
  await requireMember(loading);
  return paintedWith(firstData(loading.queryClient, deletedQuery(loading.api)));
}

/** What was deleted in the last day, each with its way back. */
export function Component() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...deletedQuery(useApi()),
    throwOnError: isAboutAccess,
  });
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.page}>
      <DocumentHead title="Recently deleted" description="What can still be restored." isPrivate />
      <PageHeader
        title="Recently deleted"
        titleRef={title}
        intro="What you delete can be restored for a day. After that it is gone for good."
      />
      {isPending ? <ListSkeleton /> : null}
      {data === undefined && error !== null ? (
        <ErrorPanel
          title="What was deleted could not be looked up"
          message={failureWords(error)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          {...requestIdOf(error)}
        />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState title="Nothing was deleted in the last day" icon="trash">
          Budgets, income sources, categories and products that you delete wait here, and so do banks that you
          unlink.
        </EmptyState>
      ) : null}
      {data === undefined || data.length === 0 ? null : (
        <DeletedList things={data} onRestored={() => title.current?.focus()} />
      )}
    </div>
  );
}

function DeletedList({ things, onRestored }: { things: DeletedThing[]; onRestored: () => void }) {
  const api = useApi();
  const { undo, isPending } = useUndoable({ renew: renewAll });
  const [restoring, setRestoring] = useState<DeletedThing | null>(null);

  function bringBack(thing: DeletedThing) {
    const { name } = thing;
    setRestoring(thing);
    undo(
      {
        failedText: `${name} could not be restored.`,
        run: async () => {
          await restore(api, thing);
          return { text: `Restored ${name}.` };
        },
      },
      onRestored,
    );
  }

  return (
    <ul className={styles.list} aria-label="Deleted in the last day">
      {things.map((thing) => (
        <li key={`${thing.kind} ${thing.id}`} className={styles.row}>
          <span className={styles.name}>{thing.name}</span>
          <span className={styles.kind}>
            {kindWords(thing)}, <DayAgo at={thing.deletedAt} />
          </span>
          {thing.kind === "bank" ? (
            <Link to={paths.accounts()} className={buttonClassName()} aria-label={`Link ${thing.name} again`}>
              Link again
            </Link>
          ) : (
            <Button
              isPending={isPending && restoring === thing}
              onClick={() => bringBack(thing)}
              aria-label={`Restore ${thing.kind} ${thing.name}`}
            >
              Restore
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

async function restore(api: Api, { kind, id }: DeletedThing): Promise<void> {
  if (kind === "budget") await api.post("/api/RestoreBudget", { budgetId: Number(id) });
  else if (kind === "income source")
    await api.post("/api/RestoreIncomeSource", { incomeSourceId: Number(id) });
  else if (kind === "category") await api.post("/api/UndoCategoryRemoval", { undoId: id });
  else if (kind === "product") await api.post("/api/RestoreProduct", { productId: Number(id) });
}

/** What is back is seen on other screens, and in the palette. */
async function renewAll(queryClient: QueryClient): Promise<void> {
  const keys = ["deleted", "budgets", "income", "overview", "products", "palette"];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

function kindWords({ kind, mergedInto }: DeletedThing): string {
  if (kind === "bank") return "Bank, unlinked; its history is kept and goes on when you link it again";
  if (mergedInto !== null) return `Category, merged into ${mergedInto}`;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}, deleted`;
}

const skeletonRows = 3;

function ListSkeleton() {
  return (
    <LoadingRegion label="Looking what was deleted" className={styles.list}>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <div key={row} className={styles.row}>
          <Skeleton width="9em" />
        </div>
      ))}
    </LoadingRegion>
  );
}
