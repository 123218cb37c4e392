import { useMutation } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/form/text-field.tsx";
import { ExternalLink } from "#ui/link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { BankLink } from "./bank-link.ts";
import styles from "./simplefin-dialog.module.css";

type SimpleFinDialogProps = {
  link: BankLink;
  /** Page that makes setup tokens. */
  createUrl: string;
  onClose: () => void;
};

/** Asks for a SimpleFIN setup token, and says where to get one and what it costs. */
export function SimpleFinDialog({ link, createUrl, onClose }: SimpleFinDialogProps) {
  const formId = useId();
  const [setupToken, setSetupToken] = useState("");
  const {
    mutate,
    isPending,
    data: refusal,
  } = useMutation({
    mutationFn: () => link.linkSimpleFin(setupToken.trim()),
    onSuccess: (words) => {
      if (words !== null) return;
      onClose();
      // With the first bank, the button that opened this moves.
      focusHeadingWhenLost();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) mutate();
  }

  /** Closes the dialog, except while a token is used: it works once, and how that ends is shown here. */
  function close() {
    if (!isPending) onClose();
  }

  return (
    <Dialog
      onClose={close}
      title="Link a bank with SimpleFIN"
      footer={
        <>
          <Button onClick={close} aria-disabled={isPending || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Link bank
          </Button>
        </>
      }
    >
      <p>
        SimpleFIN reads your banks in the US and Canada. You pay it yourself, $1.50 a month or $15 a year, and
        it can’t move money.
      </p>
      <ol className={styles.steps}>
        <li>
          <ExternalLink href={createUrl}>Make a setup token at SimpleFIN</ExternalLink>
        </li>
        <li>Copy it and paste it here.</li>
      </ol>
      <form id={formId} noValidate onSubmit={submit}>
        <TextArea
          label="Setup token"
          description="It works once."
          isRequired
          maxLength={4000}
          rows={4}
          value={setupToken}
          onChange={setSetupToken}
          errorMessage={refusal ?? undefined}
        />
      </form>
    </Dialog>
  );
}
