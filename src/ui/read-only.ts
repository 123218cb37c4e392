import { useSyncExternalStore } from "react";
import type { IconName } from "./icon.tsx";

let shownReason: string | null = null;
const listeners = new Set<() => void>();

/** Turns all controls off that change something, or on again with null. `reason` is a sentence for their tooltips. */
export function setReadOnlyReason(reason: string | null): void {
  shownReason = reason;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns why nothing can be changed here; null if it can. */
export function useReadOnlyReason(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => shownReason,
    () => null,
  );
}

/** Icons that stand for a change. */
const changingIcons: ReadonlySet<IconName> = new Set([
  "plus",
  "pencil",
  "trash",
  "wallet",
  "refresh",
  "link",
  "undo",
  "check",
]);

type PressedLook = {
  variant?: string | undefined;
  icon?: IconName | undefined;
  type?: string | undefined;
};

/** Returns whether a button changes something, as its look tells: it is a form's or a dialog's main one, or has such an icon. */
export function looksChanging({ variant, icon, type }: PressedLook): boolean {
  return (
    variant === "primary" ||
    variant === "danger" ||
    type === "submit" ||
    (icon !== undefined && changingIcons.has(icon))
  );
}
