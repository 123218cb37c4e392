import type { DragEvent } from "react";

/** Marks a drag as one of rows, so that it is never taken for files. */
export function startRowDrag({ dataTransfer }: DragEvent): void {
  dataTransfer.effectAllowed = "move";
  dataTransfer.setData("application/x-picture", "");
}
