import { countText } from "#shared/text/counts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { endsScreen } from "#client/data/ends-screen.ts";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import type { ImportView } from "../contract.ts";
import { countWords } from "#shared/text/counts.ts";
import styles from "./imports.module.css";

type UndoImportDialogProps = {
  undone: ImportView;
  onDone: () => Promise<void>;
  onCancel: () => void;
};

/** Confirms the undo of an import. Transactions that the person has edited can stay. */
export function UndoImportDialog({ undone, onDone, onCancel }: UndoImportDialogProps) {
  const api = useApi();
  const { importId, fileName, touched } = undone;
  const [keeps, setKeeps] = useState(true);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post("/api/UndoImport", { importId, keepTouched: keeps }),
    onSuccess: async ({ removed, restored, kept }) => {
      const parts = [
        `${countWords(removed, "transaction")} removed`,
        ...(restored > 0 ? [`${countText(restored)} restored`] : []),
        ...(kept > 0 ? [`${countText(kept)} kept`] : []),
      ];
      toastQueue.add({ message: `Undid the import: ${parts.join(", ")}.`, tone: "positive" });
      await onDone();
    },
    throwOnError: endsScreen,
  });
  return (
    <ConfirmDialog
      title="Undo this import?"
      confirmLabel="Undo import"
      isPending={isPending}
      errorMessage={error === null ? undefined : failureText(error)}
      onConfirm={() => mutate()}
      onCancel={onCancel}
    >
      <div className={styles.dialog}>
        <p>
          This removes the transactions that only {fileName} has, and restores what it joined or changed. You
          can import the file again.
        </p>
        {touched === 0 ? null : (
          <RadioGroup
            label={`You’ve edited ${countText(touched)} of its transactions`}
            options={[
              { id: "keep", label: touched === 1 ? "Keep it" : "Keep them" },
              { id: "remove", label: touched === 1 ? "Remove it, too" : "Remove them, too" },
            ]}
            value={keeps ? "keep" : "remove"}
            onChange={(choice) => setKeeps(choice === "keep")}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
