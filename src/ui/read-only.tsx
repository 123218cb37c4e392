import { createContext, use, type ReactNode } from "react";
import type { IconName } from "./icon.tsx";

const ReadOnlyContext = createContext<string | null>(null);

/** Area whose controls that change something are off. `reason` is a sentence for their tooltips; null if they are on. */
export function ReadOnlyArea({ reason, children }: { reason: string | null; children: ReactNode }) {
  return <ReadOnlyContext value={reason}>{children}</ReadOnlyContext>;
}

/** Returns why nothing can be changed here; null if it can. */
export function useReadOnlyReason(): string | null {
  return use(ReadOnlyContext);
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
