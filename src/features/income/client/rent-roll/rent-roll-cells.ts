/** A cell of the grid; rows and columns count from 0, without headers and totals. */
export type GridPlace = { row: number; column: number };

/**
 * Returns the cell a key leads to in a grid (WAI-ARIA): arrows move by one, Home and End within the row (with Ctrl, to
 * the first and last cell), Page keys to the ends of the column. Returns null for any other key; at an edge, the cell
 * stays.
 */
export function cellAfter(
  { row, column }: GridPlace,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns }: { rows: number; columns: number },
): GridPlace | null {
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  switch (key) {
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(lastColumn, column + 1) };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(lastRow, row + 1), column };
    case "Home":
      return { row: ctrlKey ? 0 : row, column: 0 };
    case "End":
      return { row: ctrlKey ? lastRow : row, column: lastColumn };
    case "PageUp":
      return { row: 0, column };
    case "PageDown":
      return { row: lastRow, column };
    default:
      return null;
  }
}
