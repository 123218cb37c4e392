import { shortAccount } from "#client/words/account-words.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import type { DataTableColumn } from "#ui/table/data-table.tsx";
import styles from "./account-column.module.css";

/** Column of a row's account as "Checking ··4417", or by its name without a number. */
export const accountColumn: DataTableColumn<TransactionView> = {
  id: "account",
  header: "Account",
  hideOnMobile: true,
  isNoWrap: true,
  sortValue: ({ account }) => account.official_name,
  cell: ({ account }) => {
    const { words, digits } = shortAccount(account);
    return (
      <span className={styles.cell}>
        <span title={account.official_name} className={styles.account}>
          <span className={styles.words}>{words}</span>
          {digits === null ? null : <span> {digits}</span>}
        </span>
      </span>
    );
  },
};
