import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { Button } from "#ui/button.tsx";
import { Picker } from "#ui/choice/picker.tsx";
import { Checkbox } from "#ui/choice/checkbox.tsx";
import { Popover } from "#ui/overlay/popover.tsx";
import { uncategorizedId } from "#shared/row-kinds.ts";
import { cellAttribute } from "../row-cells.tsx";
import { focusRows } from "../row-focus.ts";
import type { ChosenCategory } from "../row-acts.ts";
import { fittingFirst, suggestedFirst, type CategoryOption } from "./use-category-choice.ts";
import { useNewCategory } from "./use-new-category.tsx";

type RowPickerOptions = {
  rows: readonly TransactionView[];
  /** Categories, and none. */
  options: readonly CategoryOption[];
  /** Element that holds the table. */
  region: RefObject<HTMLElement | null>;
  /** Saves the category of one row; with `isAlways`, of everything of its payee. */
  onChoose: (row: TransactionView, category: ChosenCategory, isAlways: boolean) => void;
  /** Has the rule that sorts a row no longer do so. */
  onNotForPayee: (row: TransactionView, ruleId: number) => void;
  /** Gives up what the person chose of a row, so that it's sorted automatically. */
  onSortAgain: (row: TransactionView) => void;
};

export type RowPicker = {
  /** Opens the picker of a row. */
  open: (transactionId: number) => void;
  dialog: ReactNode;
};

/**
 * Picker of the category in a row's cell: type, and Enter saves the first match and opens the picker of the row below. Its switch
 * makes the choice a rule for the payee.
 */
export function useRowPicker({
  rows,
  options,
  region,
  onChoose,
  onNotForPayee,
  onSortAgain,
}: RowPickerOptions): RowPicker {
  const [openId, setOpenId] = useState<number | null>(null);
  const [isAlways, setAlways] = useState(false);
  const index = rows.findIndex(({ transactionId }) => transactionId === openId);
  const row = rows[index];
  const anchor = useRef<HTMLElement | null>(null);
  /** Row for which a category is being created. */
  const creatingFor = useRef<TransactionView | null>(null);
  const newCategory = useNewCategory({ focus: () => focusRows(region.current) }, (id, words) => {
    if (creatingFor.current !== null) onChoose(creatingFor.current, { id, words }, isAlways);
  });

  // The rows above may leave the list while the picker is open. It follows its row.
  useEffect(() => {
    globalThis.dispatchEvent(new Event("resize"));
  }, [index]);

  function open(transactionId: number): void {
    const cell = cellOf(region.current, transactionId);
    if (cell === null) return;
    anchor.current = cell;
    setAlways(false);
    setOpenId(transactionId);
  }

  function choose(chosen: TransactionView, id: number): void {
    const option = options.find((one) => one.id === id);
    if (option === undefined) return;
    onChoose(chosen, { id, words: id === uncategorizedId ? "no category" : option.label }, isAlways);
    move();
  }

  function move(): void {
    // Split rows have no category of their own.
    const below = rows.slice(index + 1).find(({ parts }) => parts.length === 0);
    if (below === undefined) close();
    else open(below.transactionId);
  }

  function close(): void {
    setOpenId(null);
    const cell = anchor.current;
    // After the closed popover has given the focus back to where it was before a row further up was opened.
    requestAnimationFrame(() => requestAnimationFrame(() => cell?.focus()));
  }

  return {
    open,
    dialog: (
      <>
        {row === undefined ? null : (
          <Popover key={row.transactionId} label={`Category of ${row.payee}`} anchor={anchor} onClose={close}>
            <Picker
              label={`Category of ${row.payee}`}
              options={suggestedFirst(
                fittingFirst(options, row.kind === "income" ? "income" : "spending"),
                row.suggestions,
              )}
              placeholder={row.category?.name ?? "Type a category"}
              onChoose={(id) => choose(row, id)}
              create={{
                label: "New category…",
                onCreate: (typed) => {
                  creatingFor.current = row;
                  setOpenId(null);
                  newCategory.create(typed);
                },
              }}
              onSkip={move}
            >
              <Checkbox label={`Always for ${row.payee}`} value={isAlways} onChange={setAlways} />
              <Why
                row={row}
                onNotForPayee={(ruleId) => {
                  close();
                  onNotForPayee(row, ruleId);
                }}
                onSortAgain={() => {
                  close();
                  onSortAgain(row);
                }}
              />
            </Picker>
          </Popover>
        )}
        {newCategory.dialog}
      </>
    ),
  };
}

/** Returns the id of the row that holds the focus; null if none does. */
export function focusedRowId(): number | null {
  const button = document.activeElement?.closest("tr")?.querySelector(`[${cellAttribute}]`);
  const id = button?.getAttribute(cellAttribute);
  return id === null || id === undefined ? null : Number(id);
}

/** Focuses the category of a row. */
export function focusCell(region: HTMLElement | null, transactionId: number): void {
  cellOf(region, transactionId)?.focus();
}

/** Returns the visible button of a row; a phone has another one than a wide screen. */
function cellOf(region: HTMLElement | null, transactionId: number): HTMLElement | null {
  const cells = region?.querySelectorAll<HTMLElement>(`[${cellAttribute}="${transactionId}"]`) ?? [];
  return [...cells].find((cell) => cell.getClientRects().length > 0) ?? null;
}

type WhyProps = { row: TransactionView; onNotForPayee: (ruleId: number) => void; onSortAgain: () => void };

/** Why the row has its category, with a way to end that if a rule or the person says so. */
function Why({ row, onNotForPayee, onSortAgain }: WhyProps) {
  const { rule, why, categorySource } = row;
  return (
    <>
      <span>{why}</span>
      {rule === null ? null : (
        <span>
          <Button size="small" onClick={() => onNotForPayee(rule.ruleId)}>
            Not for this payee
          </Button>
        </span>
      )}
      {categorySource === "person" ? (
        <span>
          <Button size="small" onClick={onSortAgain}>
            Sort automatically
          </Button>
        </span>
      ) : null}
    </>
  );
}
