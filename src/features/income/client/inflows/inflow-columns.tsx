import { accountColumn } from "#client/lists/account-column.tsx";
import { shortAccountText } from "#client/words/account-words.ts";
import { moneyText } from "#client/words/money-text.ts";
import { originalText } from "#client/words/payee-text.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Chip, StatusChip } from "#ui/status/chip.tsx";
import type { DataTableColumn } from "#ui/table/data-table.tsx";
import { dateText } from "#shared/time/plain-dates.ts";
import styles from "./inflow-columns.module.css";

/** Marks a column as sortable; the server does the sorting. */
const sortable = () => null;

/**
 * Columns of the Income Transactions screen (docs/reference/product.md, "Income screens"). On phones, the Transaction
 * column includes the other columns' content.
 */
export const inflowColumns: DataTableColumn<TransactionView>[] = [
  {
    id: "date",
    header: "Date",
    isNoWrap: true,
    hideOnMobile: true,
    sortValue: sortable,
    cell: ({ date }) => <time dateTime={date}>{dateText(date)}</time>,
  },
  {
    id: "name",
    header: "Transaction",
    isRowHeader: true,
    sortValue: sortable,
    cell: (row) => <NameCell row={row} />,
  },
  {
    id: "amount",
    header: "Amount",
    isNumeric: true,
    sortValue: sortable,
    cell: ({ amount, isoCurrencyCode }) => moneyText(amount, isoCurrencyCode),
  },
  {
    id: "pending",
    header: "Pending",
    isNoWrap: true,
    hideOnMobile: true,
    sortValue: sortable,
    cell: ({ pending }) => (pending ? <Pending /> : "No"),
  },
  accountColumn,
  {
    id: "incomeSource",
    header: "Income Source",
    hideOnMobile: true,
    sortValue: sortable,
    cell: ({ incomePayment }) =>
      incomePayment === null ? (
        <span className={styles.none}>None</span>
      ) : (
        <span className={styles.source}>
          <SourceChip name={incomePayment.incomeSourceName} />
        </span>
      ),
  },
];

/** Returns true for a deposit account, the only kind that income can be paid into. */
export function isOnDeposit({ type }: TransactionView["account"]): boolean {
  return type === "depository";
}

function SourceChip({ name }: { name: string }) {
  return (
    <Chip icon="link">
      <span className={styles.sourceName} title={name}>
        {name}
      </span>
    </Chip>
  );
}

function Pending() {
  return (
    <StatusChip tone="neutral" icon="clock">
      Yes
    </StatusChip>
  );
}

function NameCell({ row }: { row: TransactionView }) {
  const { payee, removedByBank, roundedFrom, pending, incomePayment, account, date } = row;
  const original = originalText(row);
  return (
    <span className={styles.name}>
      <span className={removedByBank ? styles.removed : undefined}>{payee}</span>
      {original === null ? null : <span className={styles.hint}>{original}</span>}
      <span className={styles.onMobile}>
        {dateText(date)} · {shortAccountText(account)}
        {pending ? " · Pending" : ""}
      </span>
      {incomePayment === null ? null : (
        <span className={styles.onMobile}>
          <SourceChip name={incomePayment.incomeSourceName} />
        </span>
      )}
      {isOnDeposit(account) ? null : (
        <span className={styles.hint}>Only money in a deposit account can be linked.</span>
      )}
      {removedByBank ? <StatusChip tone="warning">Removed by the bank</StatusChip> : null}
      {roundedFrom === null ? null : <StatusChip tone="warning">Rounded from {roundedFrom}</StatusChip>}
    </span>
  );
}
