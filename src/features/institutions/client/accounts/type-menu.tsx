import { useApi } from "#client/app-context.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import type { AccountView } from "../../contract.ts";
import { bankTypeOf, hasType, linkedTypes, type LinkedType } from "../../domain/account-types.ts";
import { invalidateInstitutions } from "../institution-queries.ts";
import { accountKind } from "./account-balance.ts";
import styles from "./account-list.module.css";

/** Type of an account whose bank doesn't say it, with a menu of the others. */
export function TypeMenu({ account }: { account: AccountView }) {
  const api = useApi();
  const { perform, isPending, failure } = useUndoable({ renew: invalidateInstitutions });
  const { accountId, name, isTypeGuessed = false } = account;
  const before = linkedTypes.find((type) => hasType(account, type));
  const beforeHint = isTypeGuessed ? "Guessed. Choose it to keep it." : "Current type";

  const set = (type: LinkedType) => api.post("/api/SetAccountType", { accountId, type });

  function choose(type: LinkedType) {
    if (isPending || (type === before && !isTypeGuessed)) return;
    perform({
      failedText: `Couldn’t change the type of ${name}.`,
      run: async () => {
        await set(type);
        const text = `${name} is set to ${accountKind(bankTypeOf(type))}.`;
        return before === undefined || before === type
          ? { text }
          : { text, undo: takingBack(() => set(before)) };
      },
    });
  }

  return (
    <span className={styles.type}>
      <ActionMenu
        label={`Type of ${name}`}
        size="small"
        trigger={
          <span className={styles.typeText}>
            <span className="visually-hidden">Type of {name}: </span>
            {accountKind(account)}
            {isTypeGuessed ? " (guessed)" : null}
          </span>
        }
        actions={linkedTypes.map((type) => ({
          id: type,
          label: accountKind(bankTypeOf(type)),
          icon: type === before ? "check" : undefined,
          description: type === before ? beforeHint : undefined,
          onAction: () => choose(type),
        }))}
      />
      <RequestFailedDialog failure={failure} isPending={isPending} />
    </span>
  );
}
