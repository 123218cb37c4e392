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
  cell: ({ account: { official_name: name, type, subtype, mask } }) => {
    const word = subtype ?? type;
    const kind = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    return (
      <span className={styles.cell}>
        <span title={name} className={styles.account}>
          <span className={styles.words}>{mask === null ? name : kind}</span>
          {mask === null ? null : <span>{` ··${mask}`}</span>}
        </span>
      </span>
    );
  },
};
