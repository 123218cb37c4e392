import { useId, useState, type FormEvent } from "react";
import { departing } from "#client/household/follow-session.ts";
import { useVerified, VerificationFailure } from "#client/passkeys/verification.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import type { Deletion, PersonalData } from "../contract.ts";
import { isConfirmed } from "../domain/confirmation.ts";
import { deletionConsequences } from "../domain/data-words.ts";
import styles from "./your-data-page.module.css";

type DeletionDialogProps = {
  data: PersonalData;
  onClose: () => void;
  /** Called once the server has accepted the deletion and signed the person out. */
  onDeleted: (deletion: Deletion) => void;
};

/**
 * Confirms deleting all of a person's data: lists what is deleted and asks them to type their address, or their name if they
 * sign in with a passkey.
 */
export function DeletionDialog({ data, onClose, onDeleted }: DeletionDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const [field, setField] = useState<FocusTarget | null>(null);
  const { mutate, isPending, isSuccess, error } = useVerified({
    action: (api) => departing(() => api.post("/api/DeletePersonalData", { confirmation: typed })),
    onSuccess: onDeleted,
  });
  // Stays busy until the next page loads.
  const isBusy = isPending || isSuccess;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isRight = isConfirmed(typed, data.confirmWith);
    setIsRefused(!isRight);
    if (!isRight) field?.focus();
    else if (!isBusy) mutate();
  }

  function close() {
    if (!isBusy) onClose();
  }

  return (
    <Dialog
      onClose={close}
      title="Delete all your data?"
      footer={
        <>
          <Button onClick={close} aria-disabled={isBusy || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" icon="trash" isPending={isBusy}>
            Delete everything
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <Callout tone="warning" title="You can’t undo this">
          Download your data first if you may need it.
        </Callout>
        <ul className={styles.list}>
          {deletionConsequences(data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            Products belong to the site and are kept. So are an anonymous record of this deletion and the
            owner’s older backups, until those are deleted.
          </li>
        </ul>
        <p>
          To confirm, type <strong className={styles.address}>{data.confirmWith}</strong>
        </p>
        <TextField
          ref={setField}
          label={data.confirmWith.includes("@") ? "Your address" : "Your name"}
          isRequired
          autoComplete="off"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setIsRefused(false);
          }}
          errorMessage={isRefused ? `Type ${data.confirmWith} as shown above.` : undefined}
        />
        {error === null ? null : <VerificationFailure error={error} title="Nothing was deleted" />}
      </form>
    </Dialog>
  );
}
