import type { DragEvent } from "react";

/** Marks a drag as a row's, so that it isn't taken for files. */
export function startRowDrag({ dataTransfer }: DragEvent): void {
  dataTransfer.effectAllowed = "move";
  dataTransfer.setData("application/x-row", "");
}
