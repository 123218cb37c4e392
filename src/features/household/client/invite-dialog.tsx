import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";

type InviteDialogProps = { people: readonly { userId: string; name: string }[]; onClose: () => void };

const invitationSchema = z.object({
  userId: z
    .string()
    .nullable()
    .refine((userId): userId is string => userId !== null, "Choose a member."),
  access: z.enum(["read", "write"]),
});

/** Asks whom to invite to one's money, and what they may do. */
export function InviteDialog({ people, onClose }: InviteDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useZodForm(invitationSchema, { userId: null, access: "read" });

  async function invite(invitation: z.output<typeof invitationSchema>) {
    try {
      await api.post("/api/InviteToHousehold", invitation);
      onClose();
    } finally {
      await queryClient.invalidateQueries({ queryKey: ["household"] });
    }
  }

  return (
    <FormDialog
      form={form}
      title="Invite a member"
      width="info"
      action="Invite"
      onSubmit={invite}
      onClose={onClose}
    >
      <FormField control={form.control} name="userId">
        {(field) => (
          <Combobox
            label="Member"
            description="Someone who has signed in to this site and may use its private area."
            isRequired
            options={people.map(({ userId, name }) => ({ id: userId, label: name }))}
            {...field}
          />
        )}
      </FormField>
      <FormField control={form.control} name="access">
        {(field) => (
          <RadioGroup
            label="They may"
            options={[
              { id: "read", label: "See all of your money" },
              { id: "write", label: "See and change it" },
            ]}
            {...field}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
