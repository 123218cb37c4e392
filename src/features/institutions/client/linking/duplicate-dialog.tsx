import { failureText } from "#client/data/api-failure.ts";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { accountLabel } from "../accounts/account-balance.ts";
import { listWords } from "#shared/text/list-words.ts";
import type { BankLink, BankLinkState } from "./bank-link.ts";

type DuplicateDialogProps = { link: BankLink; duplicate: BankLinkState & { kind: "duplicate" } };

/** Confirmation for accounts that are already linked: a second login at one bank is fine, a second copy isn't. */
export function DuplicateDialog({ link, duplicate }: DuplicateDialogProps) {
  const { already, isPending, error } = duplicate;
  const names = [...new Set(already.linked.map(({ institution }) => institution.name))];
  return (
    <ConfirmDialog
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
      You’ve already linked these accounts at {listWords(names)}. Linking them again imports their
      transactions twice. Continue only if this login has other accounts.
    </ConfirmDialog>
  );
}
