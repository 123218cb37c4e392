import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import type { HouseholdAccess } from "#shared/household.ts";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import { RadioGroup } from "#ui/choice/radio-group.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Callout } from "#ui/status/callout.tsx";
import styles from "./household-page.module.css";

type InviteDialogProps = { people: readonly { userId: string; name: string }[]; onClose: () => void };

/** Asks whom to invite to one's money, and what they may do. */
export function InviteDialog({ people, onClose }: InviteDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const formId = useId();
  const [userId, setUserId] = useState<string | null>(null);
  const [access, setAccess] = useState<HouseholdAccess>("read");
  const [isMissing, setIsMissing] = useState(false);
  const [field, setField] = useState<FocusTarget | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (invited: string) => api.post("/api/InviteToHousehold", { userId: invited, access }),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["household"] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(userId === null);
    if (userId === null) field?.focus();
    else if (!isPending) mutate(userId);
  }

  return (
    <Dialog
      onClose={onClose}
      title="Invite a member"
      width="info"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Invite
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <Combobox
          ref={setField}
          label="Member"
          description="Someone who has signed in to this site and may use its private area."
          isRequired
          options={people.map(({ userId: id, name }) => ({ id, label: name }))}
          value={userId}
          onChange={(id) => {
            setUserId(id);
            setIsMissing(false);
          }}
          errorMessage={isMissing ? "Choose a member." : undefined}
        />
        <RadioGroup
          label="They may"
          options={[
            { id: "read", label: "See all of your money" },
            { id: "write", label: "See and change it" },
          ]}
          value={access}
          onChange={setAccess}
        />
        {error === null ? null : (
          <div role="alert">
            <Callout tone="negative">{failureText(error)}</Callout>
          </div>
        )}
      </form>
    </Dialog>
  );
}
