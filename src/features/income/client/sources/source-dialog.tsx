import { useQuery } from "@tanstack/react-query";
import { failureWords, requestIdOf } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { ErrorPanel } from "#ui/status/error-panel.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { incomeSourceQuery } from "../income-queries.ts";
import styles from "./source-dialog.module.css";
import { SourceFormDialog } from "./source-form-dialog.tsx";

type SourceDialogProps = {
  itemId: number;
  /** Null to create one. */
  incomeSourceId: number | null;
  /** The bank's main currency, the default of a new source. */
  isoCurrencyCode: string;
  onClose: () => void;
};

/** Dialog that creates or edits a source. Loads the source first. */
export function SourceDialog({ itemId, incomeSourceId, isoCurrencyCode, onClose }: SourceDialogProps) {
  const api = useApi();
  const source = useQuery({
    ...incomeSourceQuery(api, incomeSourceId ?? 0),
    enabled: incomeSourceId !== null,
    // The form must start with the currently saved values.
    staleTime: 0,
  });
  // Only for the choice of currencies; if loading fails, the bank's own is offered.
  const institutions = useQuery(institutionsQuery(api));
  const title = incomeSourceId === null ? "New Revenue Source" : "Edit Revenue Source";
  const isReady =
    !institutions.isPending && (incomeSourceId === null || (source.data !== undefined && !source.isFetching));
  if (isReady) {
    const item = institutions.data?.find((one) => one.institutionAccessItemId === itemId);
    return (
      <SourceFormDialog
        title={title}
        itemId={itemId}
        source={source.data ?? null}
        isoCurrencyCode={isoCurrencyCode}
        accountCurrencies={item?.accounts.map((account) => account.isoCurrencyCode) ?? []}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} width="budget">
      {source.error === null || source.isFetching ? (
        <LoadingRegion label="Loading the source" className={styles.skeleton}>
          {[1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} height="calc(var(--size-control) + var(--space-6))" />
          ))}
        </LoadingRegion>
      ) : (
        <ErrorPanel
          headingLevel={3}
          title="Couldn’t load the source"
          message={failureWords(source.error)}
          onRetry={() => void source.refetch()}
          {...requestIdOf(source.error)}
        />
      )}
    </Dialog>
  );
}
