import { Link } from "react-router";
import { paths } from "#client/routing/paths.ts";
import { linkClassName } from "#ui/link.tsx";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { ManualMenu, type ManualAsk } from "../manual/manual-menu.tsx";
import { accountKind, balanceWords, maskText } from "./account-balance.ts";
import { TypeMenu } from "./type-menu.tsx";
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
              <Link
                to={paths.transactions({ account: account.accountId })}
                className={linkClassName({ variant: "quiet" })}
                viewTransition
              >
                {account.name}
              </Link>
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
