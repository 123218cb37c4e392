import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { LoadingRegion, SkeletonText } from "#ui/status/skeleton.tsx";
import type { AccessItemView } from "../../contract.ts";
import { usageQuery } from "../institution-queries.ts";
import styles from "./unlink-dialog.module.css";
import { deletedWords, keptWords, type Usage } from "./usage-words.ts";

type UnlinkDialogProps = {
  item: AccessItemView;
  isPending: boolean;
  onConfirm: (keepHistory: boolean) => void;
  onCancel: () => void;
};

type Choice = "keep" | "delete";

/** Confirms unlinking a bank and lists what is kept or deleted. For an unlinked bank and for a manual one, it only deletes the history. */
export function UnlinkDialog({ item, isPending, onConfirm, onCancel }: UnlinkDialogProps) {
  const { name } = item.institution;
  const isManual = item.item.state === "manual";
  const isUnlinked = isManual || item.item.state === "unlinked";
  const [choice, setChoice] = useState<Choice>(isUnlinked ? "delete" : "keep");
  const isDeleting = choice === "delete";
  return (
    <ConfirmDialog
      title={isManual ? `Delete ${name}?` : isUnlinked ? `Delete the history of ${name}?` : `Unlink ${name}?`}
      confirmLabel={
        isManual ? "Delete bank" : isUnlinked ? "Delete history" : isDeleting ? "Unlink and delete" : "Unlink"
      }
      isPending={isPending}
      onConfirm={() => onConfirm(!isDeleting)}
      onCancel={onCancel}
    >
      <div className={styles.content}>
        {isUnlinked ? null : (
          <>
            <p>Ends this site’s access to the bank. You won’t get new transactions.</p>
            <RadioGroup label="Transaction history" options={options} value={choice} onChange={setChoice} />
          </>
        )}
        <Consequences item={item} isDeleting={isDeleting} />
      </div>
    </ConfirmDialog>
  );
}

const options: { id: Choice; label: string; description: string }[] = [
  {
    id: "keep",
    label: "Keep the history",
    description: "Kept read-only. Link the bank again to continue it.",
  },
  { id: "delete", label: "Delete everything", description: "You can’t undo this." },
];

function Consequences({ item, isDeleting }: { item: AccessItemView; isDeleting: boolean }) {
  const usage = useQuery(usageQuery(useApi(), item.institutionAccessItemId));
  if (usage.isPending) {
    return (
      <LoadingRegion label="Checking what will be affected">
        <SkeletonText lines={3} />
      </LoadingRegion>
    );
  }
  if (usage.data === undefined) {
    return (
      <Callout
        tone="warning"
        isLive
        action={
          <Button size="small" isPending={usage.isFetching} onClick={() => void usage.refetch()}>
            Try again
          </Button>
        }
      >
        Couldn’t check what will be affected. {failureText(usage.error)}
      </Callout>
    );
  }
  return <UsageList usage={usage.data} isDeleting={isDeleting} />;
}

function UsageList({ usage, isDeleting }: { usage: Usage; isDeleting: boolean }) {
  const sentences = isDeleting ? deletedWords(usage) : keptWords(usage);
  return (
    <div aria-live="polite">
      <p className={styles.lead}>{isDeleting ? "Permanently deleted:" : "Kept:"}</p>
      <ul className={styles.list}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
