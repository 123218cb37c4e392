import type { MouseEvent } from "react";

/** Closes a native dialog on a click on its backdrop, whose target is the dialog element; a panel must fill the dialog. */
export function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target === event.currentTarget) event.currentTarget.close();
}
