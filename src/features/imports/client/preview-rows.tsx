import { useMemo } from "react";
import { moneyText } from "#client/words/money-text.ts";
import { partsText } from "#client/words/part-words.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import type { IconName } from "#ui/icon.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { StatusChip } from "#ui/status/chip.tsx";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import { choiceLabels, lookOf } from "./import-words.ts";
import styles from "./imports.module.css";
import { choiceKey, choicesFor, type Choices, type PreviewRow, type RowChoice } from "./row-choices.ts";

type PreviewRowsProps = {
  /** Name of the account in the file. */
  name: string;
  accountIndex: number;
  rows: readonly PreviewRow[];
  isRefreshing: boolean;
  choices: Choices;
  /** Sets the choice for a row by its key; null for the suggestion. */
  onChoose: (key: string, choice: RowChoice | null) => void;
};

const choiceIcons: Record<RowChoice, IconName> = { leaveOut: "minus", add: "plus", join: "link" };

/** Rows of an account in a file: what becomes of each and why, and what else the person may want. */
export function PreviewRows({ name, accountIndex, rows, isRefreshing, choices, onChoose }: PreviewRowsProps) {
  const columns = useMemo(
    () => columnsOf({ accountIndex, choices, onChoose }),
    [accountIndex, choices, onChoose],
  );
  return (
    <DataTable
      caption={`Transactions in the file: ${name}`}
      isCaptionHidden
      columns={columns}
      rows={rows}
      rowId={(row) => `${row.row ?? "unread"} ${row.line}`}
      rowLabel={labelOf}
      initialPageSize={10}
      pageSizes={[10, 25, 100]}
      isRefreshing={isRefreshing}
      rowActions={(row) => {
        const key = choiceKey(accountIndex, row);
        const chosen = choices.get(key);
        const others = choicesFor(row)
          .filter((choice) => choice !== chosen)
          .map((choice) => ({
            id: choice,
            label: choiceLabels[choice],
            icon: choiceIcons[choice],
            onAction: () => onChoose(key, choice),
          }));
        if (chosen === undefined) return others;
        return [
          ...others,
          {
            id: "reset",
            label: "Back to the suggestion",
            icon: "undo",
            onAction: () => onChoose(key, null),
          },
        ];
      }}
      empty={<EmptyState title="No transactions in this file" headingLevel={4} icon="document" />}
    />
  );
}

type RowContext = Pick<PreviewRowsProps, "accountIndex" | "choices" | "onChoose">;

function columnsOf(context: RowContext): DataTableColumn<PreviewRow>[] {
  const { accountIndex, choices } = context;
  const look = (row: PreviewRow) => lookOf(row, choices.get(choiceKey(accountIndex, row)));
  const chip = (row: PreviewRow) => {
    const { label, tone, icon } = look(row);
    return (
      <StatusChip tone={tone} icon={icon}>
        {label}
      </StatusChip>
    );
  };
  return [
    {
      id: "date",
      header: "Date",
      isNoWrap: true,
      sortValue: ({ date }) => date ?? "",
      hideOnMobile: true,
      cell: ({ date, line }) => (date === null ? `Line ${line}` : dateWords(date)),
    },
    {
      id: "name",
      header: "Payee",
      isRowHeader: true,
      sortValue: ({ name }) => name,
      cell: (row) => (
        <div className={styles.row} data-left={look(row).tone === "neutral" || undefined}>
          <span className={styles.rowName}>{payeeOf(row)}</span>
          <span className={styles.rowPhone}>
            {row.date === null ? `Line ${row.line}` : dateWords(row.date)}
            {chip(row)}
          </span>
          {row.state === "new" ? null : <span className={styles.why}>{row.why}</span>}
          <PartsLine row={row} />
          {row.state === "maybe" ? <MaybeButtons row={row} {...context} /> : null}
        </div>
      ),
    },
    {
      id: "amount",
      header: "Amount",
      isNumeric: true,
      isNoWrap: true,
      sortValue: ({ amount }) => amount ?? 0,
      cell: ({ amount, isoCurrencyCode }) =>
        amount === null || isoCurrencyCode === null ? "" : moneyText(amount, isoCurrencyCode),
    },
    {
      id: "state",
      header: "Result",
      isNoWrap: true,
      hideOnMobile: true,
      sortValue: (row) => look(row).label,
      cell: chip,
    },
  ];
}

/** Parts that a row is going to have. */
function PartsLine({ row: { parts, isoCurrencyCode } }: { row: PreviewRow }) {
  if (parts === undefined || isoCurrencyCode === null) return null;
  return <span className={styles.why}>Split: {partsText(parts, isoCurrencyCode)}</span>;
}

/** Joins a row with the one it may be, or keeps both, with one click. */
function MaybeButtons({ row, accountIndex, choices, onChoose }: RowContext & { row: PreviewRow }) {
  const key = choiceKey(accountIndex, row);
  const isJoined = choices.get(key) === "join";
  const isKept = choices.get(key) === "add";
  const of = <span className="visually-hidden">: {labelOf(row)}</span>;
  return (
    <span className={styles.buttons}>
      <Button size="small" aria-pressed={isJoined} onClick={() => onChoose(key, "join")}>
        It’s the same{of}
      </Button>
      <Button size="small" aria-pressed={isKept} onClick={() => onChoose(key, "add")}>
        Keep both{of}
      </Button>
    </span>
  );
}

function payeeOf({ row, name }: PreviewRow): string {
  if (row === null) return "Unreadable line";
  return name === "" ? "No payee" : name;
}

function labelOf({ name, date, line }: PreviewRow): string {
  return date === null ? `line ${line}` : `${name}, ${dateWords(date)}`;
}
