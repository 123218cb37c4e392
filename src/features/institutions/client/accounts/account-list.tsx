import { paths } from "#client/routing/paths.ts";
import { TextLink } from "#ui/link.tsx";
import { useApi } from "#client/app-context.tsx";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { takingBack, useUndoable } from "#client/use-undoable.ts";
import { ActionMenu } from "#ui/overlay/menu.tsx";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { ManualMenu, type ManualAsk } from "../manual/manual-menu.tsx";
import { accountKind } from "#client/words/account-words.ts";
import { maskText } from "#shared/banks.ts";
import { balanceWords } from "./account-balance.ts";
import { bankTypeOf, hasType, linkedTypes, type LinkedType } from "../../domain/account-types.ts";
import { invalidateInstitutions } from "../institution-queries.ts";
import styles from "./account-list.module.css";

/** Accounts of a bank with their balances, each in its own currency; each leads to its transactions. */
export function AccountList({ item, onAsk }: { item: AccessItemView; onAsk: (ask: ManualAsk) => void }) {
  const { accounts, closedAccounts = [], institution } = item;
  const all = [
    ...accounts.map((account) => ({ account, isClosed: false })),
    ...closedAccounts.map((account) => ({ account, isClosed: true })),
  ];
  if (all.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={`Accounts at ${institution.name}`}>
      {all.map(({ account, isClosed }) => (
        <li key={account.accountId} className={styles.account}>
          <div className={styles.names}>
            <p className={styles.name}>
              <TextLink
                to={paths.transactions({ account: account.accountId })}
                variant="quiet"
                viewTransition
              >
                {account.name}
              </TextLink>
            </p>
            <div className={styles.kind}>
              {account.isTypeGuessed === undefined ? accountKind(account) : <TypeMenu account={account} />}
              {account.mask === null ? null : (
                <>
                  {" "}
                  <span aria-hidden="true">{maskText(account.mask)}</span>
                  <span className="visually-hidden">ending in {account.mask}</span>
                </>
              )}
              {account.isoCurrencyCode === "USD" ? null : ` · ${account.isoCurrencyCode}`}
              {isClosed ? " · Closed" : null}
            </div>
          </div>
          <Balance account={account} />
          {account.opening === undefined ? null : (
            <ManualMenu bank={item} account={account} isClosed={isClosed} onAsk={onAsk} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Balance({ account }: { account: AccountView }) {
  const words = balanceWords(account);
  if (words === null) return <p className={styles.missing}>No balance</p>;
  return (
    <div className={styles.balance}>
      <p className={styles.amount}>
        {words.amount}
        {words.meaning === null ? null : <span className={styles.meaning}> {words.meaning}</span>}
      </p>
      {words.available === null ? null : <p className={styles.available}>{words.available}</p>}
    </div>
  );
}

/** Type of an account whose bank doesn't say it, with a menu of the others. */
function TypeMenu({ account }: { account: AccountView }) {
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
