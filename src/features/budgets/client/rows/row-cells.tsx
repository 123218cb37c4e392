import { moneyText } from "#client/money-text.ts";
import { dateText } from "#shared/time/plain-dates.ts";
import { originalText } from "#client/payee-text.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { kindNames } from "#shared/row-kinds.ts";
import { TooltipText } from "#ui/overlay/tooltip.tsx";
import { Chip } from "#ui/status/chip.tsx";
import type { DataTableColumn } from "#ui/table/data-table.tsx";
import type { IconName } from "#ui/icon.tsx";
import styles from "./row-cells.module.css";

/** Describes a row for the labels of its checkbox and menu. */
export function rowLabel(row: TransactionView): string {
  return `${row.payee}, ${dateText(row.date)}, ${amountText(row)}`;
}

export function rowId({ transactionId }: TransactionView): string {
  return String(transactionId);
}

/** Formats an amount with a plus sign for money in, as on a bank statement. */
export function amountText({ amount, isoCurrencyCode }: TransactionView): string {
  const text = moneyText(amount, isoCurrencyCode);
  return amount > 0 ? `+${text}` : text;
}

const dateColumn: DataTableColumn<TransactionView> = {
  id: "date",
  header: "Date",
  isNoWrap: true,
  hideOnMobile: true,
  sortValue: ({ date }) => date,
  cell: ({ date }) => <time dateTime={date}>{dateText(date)}</time>,
};

const nameColumn: DataTableColumn<TransactionView> = {
  id: "name",
  header: "Transaction",
  isRowHeader: true,
  sortValue: ({ payee }) => payee,
  cell: (row) => <NameCell row={row} />,
};

const amountColumn: DataTableColumn<TransactionView> = {
  id: "amount",
  header: "Amount",
  isNumeric: true,
  isNoWrap: true,
  sortValue: ({ amount }) => amount,
  cell: (row) => <span className={row.amount > 0 ? styles.inflow : undefined}>{amountText(row)}</span>,
};

const categoryColumn: DataTableColumn<TransactionView> = {
  id: "category",
  header: "Category",
  hideOnMobile: true,
  sortValue: ({ category }) => category?.name,
  cell: ({ category, why }) => (
    <TooltipText content={why}>{category?.name ?? <span className={styles.none}>None</span>}</TooltipText>
  ),
};

const accountColumn: DataTableColumn<TransactionView> = {
  id: "account",
  header: "Account",
  hideOnMobile: true,
  sortValue: ({ account }) => account.official_name,
  cell: ({ account }) => account.official_name,
};

const kindColumn: DataTableColumn<TransactionView> = {
  id: "kind",
  header: "Kind",
  hideOnMobile: true,
  cell: ({ kind, why }) => (
    <span className={styles.name}>
      {kindNames[kind]}
      <span className={styles.why}>{why}</span>
    </span>
  ),
};

/** Columns of the list of all banks' transactions, with what each is and why. */
export const registerColumns = [
  dateColumn,
  { ...nameColumn, cell: (row: TransactionView) => <NameCell row={row} hasKindColumn /> },
  amountColumn,
  categoryColumn,
  kindColumn,
  accountColumn,
];

/** Columns of the Transactions screen (docs/reference/product.md, "Budget screens"). */
export const transactionColumns = [dateColumn, nameColumn, amountColumn, categoryColumn, accountColumn];

const reasonColumn: DataTableColumn<TransactionView> = {
  id: "reason",
  header: "Reason",
  hideOnMobile: true,
  cell: ({ kind, why }) => (kind === "transfer" || kind === "leftOut" ? why : "Exempted by you"),
};

/** Columns of the Exemptions screen (docs/reference/product.md, "Budget screens"), with the reason for each exemption. */
export const exemptionColumns = [dateColumn, nameColumn, amountColumn, accountColumn, reasonColumn];

type NameCellProps = {
  row: TransactionView;
  /** Leaves the row's kind to its column, except on phones, which hide that. */
  hasKindColumn?: boolean;
};

function NameCell({ row, hasKindColumn = false }: NameCellProps) {
  const kindMark = kindMarkOf(row);
  const marks = [...marksOf(row), ...(kindMark === null || hasKindColumn ? [] : [kindMark])];
  const original = originalText(row);
  return (
    <span className={styles.name}>
      <span className={row.removedByBank ? styles.removed : undefined}>{row.payee}</span>
      {original === null ? null : <span className={styles.original}>{original}</span>}
      {marks.length === 0 ? null : (
        <span className={styles.marks}>
          {marks.map(({ icon, word }) => (
            <Chip key={word} icon={icon}>
              {word}
            </Chip>
          ))}
        </span>
      )}
      {hasKindColumn && kindMark !== null ? (
        <span className={styles.onMobile}>
          <Chip icon={kindMark.icon}>{kindMark.word}</Chip>
        </span>
      ) : null}
      {/* Phones hide these columns. */}
      <span className={styles.onMobile}>
        {dateText(row.date)} ·{" "}
        <TooltipText content={row.why}>{row.category?.name ?? "No category"}</TooltipText> ·{" "}
        {row.account.official_name}
      </span>
    </span>
  );
}

type Mark = { icon: IconName; word: string };

/** Returns a row's special traits in words, so that color isn't the only sign. */
function marksOf(row: TransactionView): Mark[] {
  const marks: Mark[] = [];
  if (row.removedByBank) marks.push({ icon: "warning", word: "Removed by the bank" });
  if (row.roundedFrom !== null) marks.push({ icon: "warning", word: `Rounded from ${row.roundedFrom}` });
  if (row.pending) marks.push({ icon: "clock", word: "Pending" });
  if (row.transferPair !== null) marks.push({ icon: "refresh", word: pairText(row, row.transferPair) });
  else if (row.isTransferLike && row.kind !== "transfer")
    marks.push({ icon: "refresh", word: "Looks like a transfer" });
  if (row.incomePayment !== null)
    marks.push({ icon: "link", word: `Pays ${row.incomePayment.incomeSourceName}` });
  return marks;
}

/** Names the account with the other side: "→ Savings" for money out, "← Savings" for money in. */
function pairText(row: TransactionView, { accountName }: { accountName: string }): string {
  return `${row.amount < 0 ? "→" : "←"} ${accountName}`;
}

/** Returns the mark of a row that isn't spending; null for spending, and for a transfer whose mark names its other side. */
function kindMarkOf({ kind, transferPair }: TransactionView): Mark | null {
  if (kind === "transfer") return transferPair === null ? { icon: "refresh", word: "Transfer" } : null;
  if (kind === "leftOut") return { icon: "close", word: "Left out" };
  return kind === "income" ? { icon: "wallet", word: "Income, not counted" } : null;
}
