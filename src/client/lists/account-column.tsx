import { accountKind, maskText } from "#client/words/account-words.ts";
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
  cell: ({ account }) => (
    <span className={styles.cell}>
      <span title={account.official_name} className={styles.account}>
        <span className={styles.words}>
          {account.mask === null ? account.official_name : accountKind(account)}
        </span>
        {account.mask === null ? null : <span> {maskText(account.mask)}</span>}
      </span>
    </span>
  ),
};
