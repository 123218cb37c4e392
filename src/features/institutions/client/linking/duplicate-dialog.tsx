import { failureText } from "#client/data/api-failure.ts";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { accountLabel } from "../accounts/account-balance.ts";
import { listWords } from "../accounts/balance-totals.ts";
import type { BankLink, BankLinkState } from "./bank-link.ts";

type DuplicateDialogProps = { link: BankLink; duplicate: BankLinkState & { kind: "duplicate" } };

/** What was just chosen at the bank is linked already: two logins at one bank are legitimate, a second copy is not wanted. */
export function DuplicateDialog({ link, duplicate }: DuplicateDialogProps) {
  const { already, isPending, error } = duplicate;
  const names = [...new Set(already.linked.map(({ institution }) => institution.name))];
  return (
    <ConfirmDialog
      isOpen
      title="Already linked"
      confirmLabel="Link anyway"
      isDanger={false}
      isPending={isPending}
      consequences={already.linked.flatMap(({ institution, accounts }) =>
        accounts.length === 0
          ? [institution.name]
          : [`${institution.name}: ${listWords(accounts.map(accountLabel))}`],
      )}
      {...(error === null ? {} : { errorMessage: failureText(error) })}
      onConfirm={link.linkAnyway}
      onCancel={link.dismiss}
    >
      Accounts that you chose at {listWords(names)} are linked here already. Linked a second time, their
      transactions come in twice. That is right only for another login with accounts of its own.
    </ConfirmDialog>
  );
}
