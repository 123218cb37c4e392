import type { z } from "zod";
import { useRef, useState, type KeyboardEvent } from "react";
import { moneyText } from "#client/words/money-text.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import type { incomeContract, RentRollCell } from "../../contract.ts";
import { statusStyles } from "../month/income-status.ts";
import { cellAfter, type GridPlace } from "./rent-roll-cells.ts";
import styles from "./rent-roll-grid.module.css";

type Totals = { due: number; paid: number; overdue: number };

export type RentRoll = z.output<typeof incomeContract.getRentRoll.output>;

type RentRollGridProps = {
  roll: RentRoll;
  /** Month to scroll to first, `YYYY-MM`. */
  currentMonth: string;
  isRefreshing: boolean;
  onOpen: (incomeSourceId: number, name: string, month: string) => void;
};

/**
 * Grid with a single tab stop (WAI-ARIA): arrows, Home, End, and Page keys move between cells, Enter opens the payments
 * of the focused one.
 */
export function RentRollGrid({ roll, currentMonth, isRefreshing, onOpen }: RentRollGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [place, setPlace] = useState<GridPlace>(() => ({
    row: 0,
    column: Math.max(
      0,
      roll.months.findIndex(({ month }) => month === currentMonth),
    ),
  }));
  const size = { rows: roll.rows.length, columns: roll.months.length };
  // New data may have fewer rows or columns.
  const at = { row: Math.min(place.row, size.rows - 1), column: Math.min(place.column, size.columns - 1) };

  function handleKeyDown(event: KeyboardEvent) {
    const next = cellAfter(at, event, size);
    if (next === null) return;
    event.preventDefault();
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  }

  return (
    <div className={styles.region}>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- WAI-ARIA makes grids of tables so
        role="grid"
        className={styles.grid}
        aria-busy={isRefreshing || undefined}
        onKeyDown={handleKeyDown}
      >
        <caption className="visually-hidden">Rent roll</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              Source
            </th>
            {roll.months.map(({ month, text }) => (
              <th
                key={month}
                ref={month === currentMonth ? scrollToColumn : null}
                scope="col"
                aria-current={month === currentMonth ? "date" : undefined}
              >
                {text.slice(0, 3)} <span className={styles.year}>{text.slice(-4)}</span>
              </th>
            ))}
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {roll.rows.map((row, rowIndex) => (
            <tr key={row.incomeSourceId}>
              <th scope="row" className={styles.name}>
                <span className={styles.source} title={row.name}>
                  {row.name}
                </span>
                <span className={styles.hint}>{row.incomeSourceType}</span>
              </th>
              {row.cells.map((cell, column) => (
                <td
                  key={cell.month}
                  data-tone={cell.status === null ? undefined : statusStyles[cell.status].tone}
                >
                  <Cell
                    cell={cell}
                    place={`${row.name}, ${roll.months[column]?.text ?? ""}: `}
                    isoCurrencyCode={row.isoCurrencyCode}
                    name={`${rowIndex} ${column}`}
                    hasTabStop={at.row === rowIndex && at.column === column}
                    onFocus={() => setPlace({ row: rowIndex, column })}
                    onOpen={() => onOpen(row.incomeSourceId, row.name, cell.month)}
                  />
                </td>
              ))}
              <TotalCell totals={row.totals} isoCurrencyCode={row.isoCurrencyCode} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <TotalRow
            label={roll.otherCurrencies.length === 0 ? "Total" : `Total in ${roll.isoCurrencyCode}`}
            {...roll}
          />
          {roll.otherCurrencies.map((other) => (
            <TotalRow key={other.isoCurrencyCode} label={`Total in ${other.isoCurrencyCode}`} {...other} />
          ))}
        </tfoot>
      </table>
    </div>
  );
}

/** Scrolls the grid to the current month on narrow screens without scrolling the page. */
function scrollToColumn(column: HTMLElement | null): void {
  const region = column?.closest("table")?.parentElement;
  if (!column || !region) return;
  const end = column.offsetLeft + column.offsetWidth;
  if (end > region.scrollLeft + region.clientWidth) region.scrollLeft = end - region.clientWidth;
}

type CellProps = {
  cell: RentRollCell;
  /** Source and month, for screen readers; the visible text follows. */
  place: string;
  isoCurrencyCode: string;
  /** Row and column. */
  name: string;
  hasTabStop: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

function Cell({ cell, place, isoCurrencyCode, name, hasTabStop, onFocus, onOpen }: CellProps) {
  const { status, paid, due, dueDate } = cell;
  return (
    <button
      type="button"
      className={styles.cell}
      data-cell={name}
      tabIndex={hasTabStop ? 0 : -1}
      aria-haspopup="dialog"
      title={
        status === null
          ? undefined
          : `Due ${dateWords(dueDate)}, ${moneyText(paid, isoCurrencyCode)} of ${moneyText(due, isoCurrencyCode)} paid`
      }
      onFocus={onFocus}
      onClick={onOpen}
    >
      <VisuallyHidden>{place}</VisuallyHidden>
      {status === null ? (
        <NothingDue />
      ) : (
        <>
          <span className={styles.status}>
            <Icon name={statusStyles[status].icon} size="small" />
            {status}
          </span>
          <span className={styles.amount}>{moneyText(paid, isoCurrencyCode)}</span>
          {status === "Paid" ? null : <VisuallyHidden> of {moneyText(due, isoCurrencyCode)}</VisuallyHidden>}
        </>
      )}
    </button>
  );
}

function NothingDue() {
  return (
    <span className={styles.hint}>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>Nothing due</VisuallyHidden>
    </span>
  );
}

function TotalCell({ totals, isoCurrencyCode }: { totals: Totals; isoCurrencyCode: string }) {
  if (totals.due === 0 && totals.paid === 0)
    return (
      <td className={styles.total}>
        <NothingDue />
      </td>
    );
  return (
    <td className={styles.total}>
      <dl className={styles.sums}>
        <Sum term="Due" units={totals.due} isoCurrencyCode={isoCurrencyCode} />
        <Sum term="Paid" units={totals.paid} isoCurrencyCode={isoCurrencyCode} />
        {totals.overdue === 0 ? null : (
          <Sum term="Overdue" units={totals.overdue} isoCurrencyCode={isoCurrencyCode} isLate />
        )}
      </dl>
    </td>
  );
}

type SumProps = { term: string; units: number; isoCurrencyCode: string; isLate?: boolean };

function Sum({ term, units, isoCurrencyCode, isLate }: SumProps) {
  return (
    <div className={styles.sum} data-late={isLate || undefined}>
      <dt className={styles.term}>{term}</dt>
      <dd>{moneyText(units, isoCurrencyCode)}</dd>
    </div>
  );
}

type TotalRowProps = Pick<RentRoll, "isoCurrencyCode" | "columnTotals" | "totals"> & { label: string };

function TotalRow({ label, isoCurrencyCode, columnTotals, totals }: TotalRowProps) {
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {label}
      </th>
      {columnTotals.map((column) => (
        <TotalCell key={column.month} totals={column} isoCurrencyCode={isoCurrencyCode} />
      ))}
      <TotalCell totals={totals} isoCurrencyCode={isoCurrencyCode} />
    </tr>
  );
}
