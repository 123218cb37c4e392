import type { AccessItemView } from "../../contract.ts";
import { AccountDeleteDialog } from "./account-delete-dialog.tsx";
import { BalanceDialog } from "./balance-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { ManualDialog } from "./manual-dialog.tsx";
import type { ManualAsk } from "./manual-menu.tsx";

type ManualDialogsProps = {
  ask: ManualAsk;
  banks: readonly AccessItemView[];
  onClose: () => void;
  /** Called instead once the account is gone. */
  onGone: () => void;
};

/** The dialog about manual accounts that is asked for. */
export function ManualDialogs({ ask, banks, onClose, onGone }: ManualDialogsProps) {
  if (ask.kind === "check") return <BalanceDialog account={ask.account} onClose={onClose} />;
  if (ask.kind === "delete")
    return <AccountDeleteDialog account={ask.account} onClose={onClose} onDeleted={onGone} />;
  if (ask.kind === "link")
    return <LinkDialog account={ask.account} banks={banks} onClose={onClose} onLinked={onGone} />;
  return (
    <ManualDialog
      edited={ask.kind === "edit" ? ask : null}
      bankNames={banks.flatMap(({ item, institution }) =>
        item.state === "manual" ? [institution.name] : [],
      )}
      onClose={onClose}
    />
  );
}
