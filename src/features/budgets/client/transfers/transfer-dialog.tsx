import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useApi } from "#client/app-context.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";
import { UntilLoaded } from "#client/until-loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { useReadOnlyReason } from "#ui/read-only.ts";
import { Chip } from "#ui/status/chip.tsx";
import { Skeleton } from "#ui/status/skeleton.tsx";
import type { TransferSuggestion } from "../../contract.ts";
import { transferSuggestionsQuery } from "#client/data/transfer-suggestions-query.ts";
import { ledgerActs, singleOf } from "../rows/row-acts.ts";
import { RowFailure } from "../rows/row-failure.tsx";
import { RowLine } from "../matching/row-line.tsx";
import styles from "./transfer-dialog.module.css";
import { useRowActions } from "../rows/use-row-actions.ts";

type TransferDialogProps = { budgetId: number | null; onClose: () => void };

/** Dialog to accept or reject what looks like a transfer in a budget or in all accounts (docs/reference/money.md, "Transfers"). */
export function TransferDialog({ budgetId, onClose }: TransferDialogProps) {
  return (
    <Dialog onClose={onClose} title="Looks like transfers" width="budget" isDismissable>
      <Suggestions budgetId={budgetId} />
    </Dialog>
  );
}

function Suggestions({ budgetId }: Pick<TransferDialogProps, "budgetId">) {
  const suggestions = useQuery(transferSuggestionsQuery(useApi(), budgetId));
  const list = useRef<HTMLDivElement>(null);
  const { acts, perform, isPending, failure } = useRowActions(ledgerActs, () => focusWhenLost(list.current));
  const { data } = suggestions;
  if (data === undefined) {
    return (
      <UntilLoaded query={suggestions} what="the suggestions" headingLevel={3} className={styles.review}>
        <Skeleton height="calc(6 * var(--space-8))" />
      </UntilLoaded>
    );
  }
  const likely = data.filter(({ isLikely }) => isLikely);
  return (
    <div className={styles.review} aria-busy={isPending || undefined}>
      <div className={styles.head}>
        <p>Transfers between your accounts don’t count as spending.</p>
        {likely.length < 2 ? null : (
          <Button size="small" isPending={isPending} onClick={() => perform(acts.acceptTransfers(likely))}>
            Accept the {likely.length} likeliest
          </Button>
        )}
      </div>
      <RowFailure failure={failure} isPending={isPending} />
      <div ref={list} tabIndex={-1} className={styles.focus}>
        {data.length === 0 ? (
          <p>Nothing left to review.</p>
        ) : (
          <ul className={styles.list} aria-label="Suggested transfers">
            {data.map((one) => (
              <Suggestion
                key={`${one.out?.transactionId} ${one.in?.transactionId}`}
                suggestion={one}
                isBusy={isPending}
                onAccept={() =>
                  perform({ failedText: "Couldn’t accept it.", run: () => acts.acceptTransfer(one) })
                }
                onAlways={() =>
                  perform(
                    acts.always(
                      singleOf(one).transactionId,
                      { field: "kind", value: "transfer" },
                      "a transfer",
                    ),
                  )
                }
                onReject={() =>
                  perform({ failedText: "Couldn’t save that.", run: () => acts.rejectTransfer(one) })
                }
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type SuggestionProps = {
  suggestion: TransferSuggestion;
  isBusy: boolean;
  onAccept: () => void;
  /** Makes a rule for everything of its payee. */
  onAlways: () => void;
  onReject: () => void;
};

function Suggestion({ suggestion, isBusy, onAccept, onAlways, onReject }: SuggestionProps) {
  const wordsId = useId();
  const offReason = useReadOnlyReason();
  const { out, in: into, reasons } = suggestion;
  return (
    <li className={styles.item}>
      <div className={styles.words} id={wordsId}>
        {[out, into].map((row) => (row === null ? null : <RowLine key={row.transactionId} row={row} />))}
        <p className={styles.reasons}>
          {reasons.map((reason) => (
            <Chip key={reason}>{reason}</Chip>
          ))}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button size="small" icon="check" aria-describedby={wordsId} isPending={isBusy} onClick={onAccept}>
          Accept
        </Button>
        {out !== null && into !== null ? null : (
          <Button
            size="small"
            disabled={offReason !== null}
            title={offReason ?? undefined}
            aria-describedby={wordsId}
            isPending={isBusy}
            onClick={onAlways}
          >
            Always for {singleOf(suggestion).payee}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          disabled={offReason !== null}
          title={offReason ?? undefined}
          aria-describedby={wordsId}
          isPending={isBusy}
          onClick={onReject}
        >
          Not a transfer
        </Button>
      </div>
    </li>
  );
}
