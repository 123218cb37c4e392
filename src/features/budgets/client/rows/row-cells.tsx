import { createContext, use } from "react";
import { maskText } from "#shared/banks.ts";
import { moneyText } from "#client/words/money-text.ts";
import { partsText } from "#client/words/part-words.ts";
import { dateText } from "#shared/time/plain-dates.ts";
import { accountColumn } from "#client/lists/account-column.tsx";
import type { TableView } from "#client/table-view.ts";
import { originalText } from "#client/words/payee-text.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { kindNames } from "#shared/row-kinds.ts";
import { Tooltip, TooltipText } from "#ui/overlay/tooltip.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Chip, chipClassName } from "#ui/status/chip.tsx";
import type { DataTableColumn } from "#ui/table/data-table.tsx";
import { Icon, type IconName } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { suggestionReasons } from "./choosing/use-category-choice.ts";
import { MaybeSame } from "../matching/maybe-same.tsx";
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

/** Date of rows by day: shown once for all rows of a day, like a heading. */
const dayColumn: DataTableColumn<TransactionView> = {
  ...dateColumn,
  cell: ({ date }, above) => (
    <time dateTime={date} className={date === above?.date ? "visually-hidden" : styles.day}>
      {dateText(date)}
    </time>
  ),
};

/** Name of rows; by day, phones show it below the day, and `beside` is left to another column. */
function nameColumn({ isByDay = false, beside }: NameLook): DataTableColumn<TransactionView> {
  return {
    id: "name",
    header: "Transaction",
    isRowHeader: true,
    sortValue: ({ payee }) => payee,
    cell: (row, above) => {
      const day = isByDay ? { isFirst: row.date !== above?.date } : undefined;
      return <NameCell row={row} day={day} beside={beside} />;
    },
  };
}

type NameLook = Pick<NameCellProps, "beside"> & { isByDay?: boolean };

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
  isNoWrap: true,
  sortValue: ({ category }) => category?.name,
  cell: (row) => (
    <span className={styles.cut}>
      <span className={styles.categoryAndChip}>
        <CategoryCell row={row} />
        <SuggestionChip row={row} />
      </span>
    </span>
  ),
};

const kindColumn: DataTableColumn<TransactionView> = {
  id: "kind",
  header: "Kind",
  hideOnMobile: true,
  cell: ({ kind, why }) => <TooltipText content={why}>{kindNames[kind]}</TooltipText>,
};

/** Returns the columns of the list of all banks' transactions, with what each is. */
export function registerColumns(view: TableView): readonly DataTableColumn<TransactionView>[] {
  return isByDay(view) ? registerByDay : registerPlain;
}

const registerRest = [amountColumn, categoryColumn, kindColumn, accountColumn];
const registerByDay = [dayColumn, nameColumn({ isByDay: true, beside: "kind" }), ...registerRest];
const registerPlain = [dateColumn, nameColumn({ beside: "kind" }), ...registerRest];

/** Returns the columns of the Transactions screen (docs/reference/product.md, "Budget screens"). */
export function transactionColumns(view: TableView): readonly DataTableColumn<TransactionView>[] {
  return isByDay(view) ? transactionsByDay : transactionsPlain;
}

const transactionsRest = [amountColumn, categoryColumn, accountColumn];
const transactionsByDay = [dayColumn, nameColumn({ isByDay: true }), ...transactionsRest];
const transactionsPlain = [dateColumn, nameColumn({}), ...transactionsRest];

/** Lists are sorted by day unless another column is chosen. */
function isByDay({ sort }: TableView): boolean {
  return sort === null || sort.columnId === "date";
}

const reasonColumn: DataTableColumn<TransactionView> = {
  id: "reason",
  header: "Reason",
  hideOnMobile: true,
  cell: ({ kind, why, exemptedBy }) => (
    <span className={styles.reason}>
      {kind === "transfer" || kind === "leftOut" ? why : `Exempted by ${exemptedBy ?? "you"}`}
    </span>
  ),
};

/** Columns of the Exemptions screen (docs/reference/product.md, "Budget screens"), with the reason for each exemption. */
export const exemptionColumns = [
  dateColumn,
  nameColumn({ beside: "reason" }),
  amountColumn,
  accountColumn,
  reasonColumn,
];

/** Opens the picker of a row's category, and takes the one that is suggested; null where it can't be chosen. */
export const ChooseCategory = createContext<{
  open: (transactionId: number) => void;
  take: (row: TransactionView) => void;
} | null>(null);

/** Returns the category that is suggested for a row; undefined if there is none, or another as well. */
export function suggestionOf({
  suggestions,
}: TransactionView): TransactionView["suggestions"][number] | undefined {
  return suggestions.length === 1 ? suggestions[0] : undefined;
}

/** Attribute of the buttons that open the picker, with the row's id. */
export const cellAttribute = "data-category-of";

/** Shows the parts of a row below it, or hides them; null where they can't be shown. */
export const ToggleParts = createContext<{
  shown: ReadonlySet<number>;
  toggle: (transactionId: number) => void;
} | null>(null);

/** Category of a row, with why it has it; a press opens the picker, or shows the parts of a split row. */
function CategoryCell({ row }: { row: TransactionView }) {
  const choice = use(ChooseCategory);
  const { transactionId, category, payee, why, parts } = row;
  if (parts.length > 0) return <SplitCell row={row} />;
  const words = category?.name ?? <span className={styles.none}>No category</span>;
  if (choice === null) return <TooltipText content={why}>{words}</TooltipText>;
  return (
    <Tooltip content={why}>
      <button
        type="button"
        className={styles.category}
        aria-haspopup="dialog"
        aria-label={`${category?.name ?? "No category"}, category of ${payee}`}
        {...{ [cellAttribute]: transactionId }}
        onClick={() => choice.open(transactionId)}
      >
        {words}
      </button>
    </Tooltip>
  );
}

/** Category that is suggested for a row; a press takes it. */
function SuggestionChip({ row }: { row: TransactionView }) {
  const choice = use(ChooseCategory);
  const suggestion = suggestionOf(row);
  if (choice === null || suggestion === undefined) return null;
  return (
    <button
      type="button"
      className={`${chipClassName({ isInteractive: true })} ${styles.suggestion}`}
      aria-label={`Use ${suggestion.name} for ${row.payee}`}
      title={suggestionReasons[suggestion.reason]}
      onClick={() => choice.take(row)}
    >
      {suggestion.name}?
    </button>
  );
}

/** Number of a row's parts, which are named in its tooltip. */
function SplitCell({ row }: { row: TransactionView }) {
  const opener = use(ToggleParts);
  const { transactionId, payee, parts, isoCurrencyCode } = row;
  const words = `${parts.length} parts`;
  if (opener === null) return <TooltipText content={partsText(parts, isoCurrencyCode)}>{words}</TooltipText>;
  const isOpen = opener.shown.has(transactionId);
  return (
    <Tooltip content={partsText(parts, isoCurrencyCode)}>
      <button
        type="button"
        className={styles.category}
        aria-expanded={isOpen}
        aria-label={`${words} of ${payee}`}
        {...{ [cellAttribute]: transactionId }}
        onClick={() => opener.toggle(transactionId)}
      >
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} size="small" /> {words}
      </button>
    </Tooltip>
  );
}

type NameCellProps = {
  row: TransactionView;
  /** Given if the list is by day, whether the row above has another one; otherwise, phones show the date with each row. */
  day: { isFirst: boolean } | undefined;
  /** Leaves the row's kind, or all about it, to another column, except on phones, which hide that. */
  beside?: "kind" | "reason" | undefined;
};

function NameCell({ row, day, beside }: NameCellProps) {
  const kindMark = kindMarkOf(row);
  const onPhone = [...marksOf(row), ...(kindMark === null ? [] : [kindMark])];
  const marks = onPhone.filter((mark) =>
    beside === "reason" ? mark.isAboutKind !== true : beside === undefined || mark !== kindMark,
  );
  const signs = onPhone.filter(({ isSign }) => isSign);
  const original = originalText(row);
  return (
    <>
      {day?.isFirst === true ? <span className={styles.heading}>{dateText(row.date)}</span> : null}
      <span className={styles.nameSpace}>
        <span className={styles.name}>
          <span className={styles.initial}>
            <Avatar text={row.payee} colorIndex={row.payee.length} size="var(--size-target)" />
          </span>
          <span className={row.removedByBank ? styles.removed : styles.payee} title={row.payee}>
            {row.payee}
          </span>
          {original === null ? null : (
            <span className={styles.original} title={original}>
              {original}
            </span>
          )}
          <Marks marks={marks} />
          {signs.map(({ icon, word }) => (
            <span key={word} className={styles.sign}>
              <Icon name={icon} size="small" />
              <VisuallyHidden>{word}</VisuallyHidden>
            </span>
          ))}
        </span>
      </span>
      {/* Phones hide these columns. */}
      <span className={styles.onMobile}>
        {day === undefined ? `${dateText(row.date)} · ` : ""}
        <CategoryCell row={row} /> ·{" "}
        <span title={row.account.official_name}>
          {row.account.mask === null ? row.account.official_name : maskText(row.account.mask)}
        </span>
        {onPhone.filter(({ isSign }) => !isSign).map(({ word }) => ` · ${word}`)} <SuggestionChip row={row} />
      </span>
      <MaybeSame row={row} />
    </>
  );
}

function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <span className={styles.marks}>
      {marks.map(({ icon, word, from }) => (
        <span key={word} className={styles.mark} title={from === undefined ? word : `${word} (${from})`}>
          <Chip icon={icon}>
            <span className={styles.word}>{word}</span>
          </Chip>
        </span>
      ))}
    </span>
  );
}

/** One that is common and known by its icon is a sign, which phones show without its word. */
type Mark = { icon: IconName; word: string; from?: string; isSign?: true; isAboutKind?: true };

/** Returns a row's special traits in words, so that color isn't the only sign. */
function marksOf(row: TransactionView): Mark[] {
  const marks: Mark[] = [];
  if (row.removedByBank) marks.push({ icon: "warning", word: "Removed by the bank" });
  if (row.roundedFrom !== null) marks.push({ icon: "warning", word: `Rounded from ${row.roundedFrom}` });
  if (row.pending) marks.push({ icon: "clock", word: "Pending", isSign: true });
  if (row.transferPair !== null)
    marks.push({ icon: "refresh", word: pairText(row, row.transferPair), isSign: true, isAboutKind: true });
  else if (row.isTransferLike && row.kind !== "transfer")
    marks.push({ icon: "refresh", word: "Looks like a transfer" });
  if (row.incomePayment !== null)
    marks.push({ icon: "link", word: `Pays ${row.incomePayment.incomeSourceName}` });
  if (row.note !== "")
    marks.push({ icon: "document", word: row.note, ...fromPerson(row.noteBy), ...fromRule(row.noteRule) });
  for (const { tagId, name } of row.tags)
    marks.push({
      icon: "tag",
      word: `#${name}`,
      ...fromRule(row.tagRules.find((rule) => rule.tagId === tagId) ?? null),
    });
  return marks;
}

/** Names the rule that gave a note or a tag. */
function fromRule(rule: TransactionView["noteRule"]): Pick<Mark, "from"> {
  return rule === null ? {} : { from: `from your rule “${rule.name}”` };
}

/** Names another person who wrote a note. */
function fromPerson(name: string | null): Pick<Mark, "from"> {
  return name === null ? {} : { from: `by ${name}` };
}

/** Names the account with the other side: "→ Savings" for money out, "← Savings" for money in. */
function pairText(row: TransactionView, { accountName }: { accountName: string }): string {
  return `${row.amount < 0 ? "→" : "←"} ${accountName}`;
}

/** Returns the mark of a row that isn't spending; null for spending, and for a transfer whose mark names its other side. */
function kindMarkOf({ kind, transferPair }: TransactionView): Mark | null {
  if (kind === "transfer")
    return transferPair === null
      ? { icon: "refresh", word: "Transfer", isSign: true, isAboutKind: true }
      : null;
  if (kind === "leftOut") return { icon: "close", word: "Left out", isAboutKind: true };
  return kind === "income" ? { icon: "wallet", word: "Income, not counted", isAboutKind: true } : null;
}
