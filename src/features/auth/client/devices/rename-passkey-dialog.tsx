import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import type { Devices } from "../../contract.ts";
import { useRenewedDevices } from "./use-renewed-devices.ts";

type RenameProps = { passkey: Devices["passkeys"][number]; onClose: () => void };

const nameSchema = z.object({ name: z.string() });

/** Asks for a passkey's new name. */
export function RenamePasskeyDialog({ passkey: { passkeyId, name: given }, onClose }: RenameProps) {
  const api = useApi();
  const renew = useRenewedDevices();
  const form = useZodForm(nameSchema, { name: given });

  return (
    <FormDialog
      form={form}
      title="Rename passkey"
      width="estimate"
      action="Rename"
      onSubmit={async ({ name }) => {
        await api.post("/api/RenamePasskey", { passkeyId, name });
        onClose();
        await renew();
      }}
      onClose={onClose}
      thing="This passkey"
      focused="name"
    >
      <FormField control={form.control} name="name">
        {(field) => <TextField label="Name" isRequired maxLength={80} {...field} />}
      </FormField>
    </FormDialog>
  );
}
