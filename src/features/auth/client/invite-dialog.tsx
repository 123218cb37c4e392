import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { qrSvg } from "#shared/text/qr-code.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { invitationsQuery } from "./auth-queries.ts";
import styles from "./invitations.module.css";

const personSchema = z.object({ name: z.string().trim().min(1, "Enter a name."), isMember: z.boolean() });

/** Asks whom to invite, then shows the link, which can't be shown again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const form = useZodForm(personSchema, { name: "", isMember: true });
  const [made, setMade] = useState<{ name: string; link: string } | null>(null);

  async function invite({ name, isMember }: z.output<typeof personSchema>) {
    setMade(await api.post("/api/InvitePerson", { name, role: isMember ? "member" : "visitor" }));
    await queryClient.invalidateQueries({ queryKey: invitationsQuery(api).queryKey });
  }

  if (made !== null) return <LinkDialog name={made.name} link={made.link} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title="Invite a person"
      width="info"
      action="Create link"
      onSubmit={invite}
      onClose={onClose}
    >
      <FormField control={form.control} name="name">
        {(field) => (
          <TextField
            label="Name"
            description="How this site addresses them."
            isRequired
            autoComplete="off"
            maxLength={80}
            {...field}
          />
        )}
      </FormField>
      <FormField control={form.control} name="isMember">
        {(field) => <Checkbox label="Member, who may use the private area" {...field} />}
      </FormField>
    </FormDialog>
  );
}

type LinkDialogProps = { name: string; link: string; onClose: () => void };

function LinkDialog({ name, link, onClose }: LinkDialogProps) {
  // Medium error correction; scanners need a margin of four modules.
  const { svg, size } = useMemo(() => {
    const code = encode(link, { ecc: "M", border: 4 });
    return { svg: qrSvg(code.data, link), size: code.size };
  }, [link]);
  return (
    <Dialog
      onClose={onClose}
      title={`Invitation for ${name}`}
      width="estimate"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={styles.form}>
        <p>
          Send {name} this link, or let them scan it. It works once, within a week, and can’t be shown again.
        </p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          width={size}
          height={size}
          alt={`QR code of the invitation for ${name}`}
          className={styles.code}
        />
        <p className={styles.link}>
          <span>{link}</span>
          <CopyButton text={link} label="Copy link" />
        </p>
      </div>
    </Dialog>
  );
}
