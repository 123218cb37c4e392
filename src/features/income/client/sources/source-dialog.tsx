import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { institutionsQuery } from "#client/data/institutions-query.ts";
import { QueryError } from "#client/query-error.tsx";
import { isLinked } from "#shared/banks.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { Direction } from "../../domain/income-source.ts";
import { incomeSourceQuery } from "../income-queries.ts";
import styles from "./source-dialog.module.css";
import { SourceFormDialog } from "./source-form-dialog.tsx";

type SourceDialogProps = {
  itemId: number;
  /** A new source may be of another bank. */
  isBankOpen?: boolean;
  /** Null to create one. */
  incomeSourceId: number | null;
  /** Of a new source. */
  direction?: Direction;
  /** The bank's main currency, the default of a new source. */
  isoCurrencyCode: string;
  onClose: () => void;
};

const titles = {
  in: { new: "New Revenue Source", edit: "Edit Revenue Source" },
  out: { new: "New bill", edit: "Edit bill" },
};

/** Dialog that creates or edits a source or a bill. Loads the source first. */
export function SourceDialog(props: SourceDialogProps) {
  const { itemId, isBankOpen = false, incomeSourceId, direction = "in", isoCurrencyCode, onClose } = props;
  const api = useApi();
  const source = useQuery({
    ...incomeSourceQuery(api, incomeSourceId ?? 0),
    enabled: incomeSourceId !== null,
    // The form must start with the currently saved values.
    staleTime: 0,
  });
  // Only for the choice of currencies; if loading fails, the bank's own is offered.
  const institutions = useQuery(institutionsQuery(api));
  const title = titles[direction][incomeSourceId === null ? "new" : "edit"];
  const isReady =
    !institutions.isPending && (incomeSourceId === null || (source.data !== undefined && !source.isFetching));
  // A change elsewhere loads the source again, and the form must keep what was typed.
  const [isOpened, setIsOpened] = useState(isReady);
  if (isReady && !isOpened) setIsOpened(true);
  if (isOpened) {
    const item = institutions.data?.find((one) => one.institutionAccessItemId === itemId);
    return (
      <SourceFormDialog
        title={title}
        itemId={itemId}
        direction={direction}
        banks={(isBankOpen ? (institutions.data ?? []) : [])
          .filter((one) => isLinked(one.item))
          .map((one) => ({ id: one.institutionAccessItemId, label: one.institution.name }))}
        source={source.data ?? null}
        isoCurrencyCode={isoCurrencyCode}
        accountCurrencies={item?.accounts.map((account) => account.isoCurrencyCode) ?? []}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog onClose={onClose} title={title} width="budget">
      {source.error === null || source.isFetching ? (
        <LoadingRegion label="Loading the source" className={styles.skeleton}>
          {[1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} height="calc(var(--size-control) + var(--space-6))" />
          ))}
        </LoadingRegion>
      ) : (
        <QueryError headingLevel={3} title="Couldn’t load the source" query={source} />
      )}
    </Dialog>
  );
}
