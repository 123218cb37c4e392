import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useMemo, useState, type FormEvent } from "react";
import { encode } from "uqr";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { qrSvg } from "#shared/text/qr-code.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { invitationsQuery } from "./auth-queries.ts";
import styles from "./invitations.module.css";

/** Asks whom to invite, then shows the link, which can't be shown again. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const formId = useId();
  const [name, setName] = useState("");
  const [isMember, setIsMember] = useState(true);
  const [isMissing, setIsMissing] = useState(false);
  const [field, setField] = useState<FocusTarget | null>(null);
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      api.post("/api/InvitePerson", { name: name.trim(), role: isMember ? "member" : "visitor" }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invitationsQuery(api).queryKey }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isRight = name.trim() !== "";
    setIsMissing(!isRight);
    if (!isRight) field?.focus();
    else if (!isPending) mutate();
  }

  if (data !== undefined) return <LinkDialog name={data.name} link={data.link} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title="Invite a person"
      width="info"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Create link
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={submit}>
        <TextField
          ref={setField}
          label="Name"
          description="How this site addresses them."
          isRequired
          autoComplete="off"
          maxLength={80}
          value={name}
          onChange={(text) => {
            setName(text);
            setIsMissing(false);
          }}
          errorMessage={isMissing ? "Enter a name." : undefined}
        />
        <Checkbox label="Member, who may use the private area" value={isMember} onChange={setIsMember} />
        {error === null ? null : (
          <div role="alert">
            <Callout tone="negative">{failureText(error)}</Callout>
          </div>
        )}
      </form>
    </Dialog>
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
