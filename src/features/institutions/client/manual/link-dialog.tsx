import { countText } from "#shared/text/counts.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { canRetry, failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/choice/select.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { Callout } from "#ui/status/callout.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { AccessItemView } from "../../contract.ts";
import { countWords } from "#shared/text/counts.ts";
import { invalidateInstitutions, manualLinkQuery } from "../institution-queries.ts";
import styles from "./link-dialog.module.css";
import { linkTargets } from "./link-targets.ts";
import type { ManualAccount } from "./manual-form.ts";

type LinkDialogProps = {
  account: ManualAccount["account"];
  banks: readonly AccessItemView[];
  onClose: () => void;
  /** Called instead once the account is part of the linked one. */
  onLinked: () => void;
};

/** Dialog that makes a manual account part of the linked one that is the same. */
export function LinkDialog({ account, banks, onClose, onLinked }: LinkDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const targets = linkTargets(banks, account);
  const [chosen, setChosen] = useState(targets.length === 1 ? (targets[0]?.id ?? null) : null);
  const target = targets.find(({ id }) => id === chosen) ?? null;
  const counts = useQuery({
    ...manualLinkQuery(api, account.accountId, target?.id ?? 0),
    enabled: target !== null,
  });
  const { accountId, name } = account;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (linkedAccountId: number) =>
      api.post("/api/LinkManualAccount", { accountId, linkedAccountId }),
    throwOnError: endsScreen,
    onSuccess: async () => {
      toastQueue.add({ message: `Linked ${name} to ${target?.label ?? ""}.`, tone: "positive" });
      onLinked();
      await invalidateInstitutions(queryClient);
    },
  });
  const isReady = target !== null && counts.data !== undefined;
  return (
    <Dialog
      onClose={onClose}
      title={`Link ${name}`}
      width="info"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabled={!isReady}
            onClick={() => {
              if (isReady && !isPending) mutate(target.id);
            }}
          >
            Link account
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <Select
          label="Account at your bank"
          options={targets}
          value={chosen}
          onChange={(next) => {
            reset();
            setChosen(next);
          }}
          description="Choose the account that this one is. Its transactions move there."
        />
        <div className={styles.counts} aria-live="polite">
          {target === null ? null : counts.isPending ? (
            <LoadingRegion label="Comparing transactions">
              <SkeletonText lines={3} />
            </LoadingRegion>
          ) : counts.data === undefined ? (
            <Callout
              tone="warning"
              action={
                canRetry(counts.error) ? (
                  <Button size="small" isPending={counts.isFetching} onClick={() => void counts.refetch()}>
                    Try again
                  </Button>
                ) : null
              }
            >
              Couldn’t compare the transactions. {failureText(counts.error)}
            </Callout>
          ) : (
            <>
              <p>{countsText(counts.data)}</p>
              <p>
                {name} becomes part of {target.label}, with its budgets and rules. You can’t undo this, but
                you can separate transactions.
              </p>
            </>
          )}
        </div>
        {error === null ? null : (
          <Callout tone="negative" isLive>
            Couldn’t link {name}. {failureText(error)}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}

function countsText({ joined, moved }: { joined: number; moved: number }): string {
  if (joined === 0 && moved === 0) return "It has no transactions to move.";
  if (joined === 0)
    return `${countWords(moved, "transaction")} ${moved === 1 ? "moves" : "move"}. Your bank has none of them.`;
  const both = `${countWords(joined, "transaction")} ${joined === 1 ? "is" : "are"} at your bank, too, and ${joined === 1 ? "becomes" : "become"} one with the bank’s.`;
  return moved === 0 ? both : `${both} ${moved === 1 ? "1 other moves" : `${countText(moved)} others move`}.`;
}
