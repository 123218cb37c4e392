import { useMutation } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { useApi } from "#client/app-context.tsx";
import { failureText, isNotFound } from "#client/data/api-failure.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Devices } from "../../contract.ts";
import { useRenewedDevices } from "./use-renewed-devices.ts";

type RenameProps = { passkey: Devices["passkeys"][number]; onClose: () => void };

const goneText = "This passkey was removed in the meantime.";

/** Asks for a passkey's new name. */
export function RenamePasskeyDialog({ passkey: { passkeyId, name }, onClose }: RenameProps) {
  const api = useApi();
  const formId = useId();
  const renew = useRenewedDevices();
  const [typed, setTyped] = useState(name);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post("/api/RenamePasskey", { passkeyId, name: typed }),
    onSuccess: async () => {
      onClose();
      await renew();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Rename passkey"
      width="estimate"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          isRequired
          maxLength={80}
          value={typed}
          onChange={setTyped}
          errorMessage={error === null ? undefined : isNotFound(error) ? goneText : failureText(error)}
        />
      </form>
    </Dialog>
  );
}
