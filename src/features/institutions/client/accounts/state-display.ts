import { dateWords, daysBetween } from "#shared/time/plain-dates.ts";
import { dateInZone } from "#shared/time/date-in-zone.ts";
import type { AccessItemView, ItemState } from "../../contract.ts";
import type { IconName } from "#ui/icon.tsx";
import type { Tone } from "#ui/status/tone.ts";

/** Action of a bank card's button. */
export type StateAction = "refresh" | "repair" | "addAccounts" | "link";

/** State of a linked bank as its card shows it (docs/reference/money.md, "Bank states"). */
export type StateDisplay = {
  /** One or two words for the chip. */
  word: string;
  tone: Tone;
  icon: IconName;
  sentence: string;
  /** Null if all there is to do is wait. */
  button: { action: StateAction; label: string; isUrgent: boolean } | null;
};

/** Returns a bank's state for its card; `timeZone` decides the day on which access ends. */
export function stateDisplay(
  { item }: Pick<AccessItemView, "item">,
  now: Date,
  timeZone: string,
): StateDisplay {
  if (item.state === "healthy" && item.newAccountsAvailable) return newAccountsDisplay;
  const display = displays[item.state];
  const reason = item.stateReason ?? display.sentence;
  if (item.state !== "expiring" || item.expiresAt === undefined) return { ...display, sentence: reason };
  return { ...display, ...expiryWords(item.expiresAt, item.stateReason, now, timeZone) };
}

const displays: Record<ItemState, StateDisplay> = {
  importing: {
    word: "Importing",
    tone: "accent",
    icon: "download",
    sentence: "Importing transactions for the first time.",
    button: null,
  },
  healthy: {
    word: "Up to date",
    tone: "positive",
    icon: "success",
    sentence: "Updates automatically.",
    button: { action: "refresh", label: "Refresh", isUrgent: false },
  },
  expiring: {
    word: "Access ends",
    tone: "warning",
    icon: "clock",
    sentence: "Access ends soon. Renew it to keep updating.",
    button: { action: "repair", label: "Renew access", isUrgent: true },
  },
  repair: {
    word: "Needs repair",
    tone: "negative",
    icon: "warning",
    sentence: "Sign in to your bank again to resume updates.",
    button: { action: "repair", label: "Repair", isUrgent: true },
  },
  down: {
    word: "Bank down",
    tone: "warning",
    icon: "warning",
    sentence: "Your bank isn’t responding. We’ll retry automatically.",
    button: { action: "refresh", label: "Try again", isUrgent: false },
  },
  revoked: {
    word: "Access ended",
    tone: "negative",
    icon: "lock",
    sentence: "Access was revoked at the bank. Your history is kept. Link the bank again to resume updates.",
    button: { action: "link", label: "Link again", isUrgent: true },
  },
  removing: {
    word: "Unlinking",
    tone: "neutral",
    icon: "clock",
    sentence: "Unlinking. We’ll retry until the bank confirms.",
    button: null,
  },
  unlinked: {
    word: "Unlinked",
    tone: "neutral",
    icon: "link",
    sentence: "Kept read-only. Link the bank again to continue it.",
    button: { action: "link", label: "Link again", isUrgent: false },
  },
  manual: {
    word: "Manual",
    tone: "neutral",
    icon: "pencil",
    sentence: "You add its transactions yourself.",
    button: null,
  },
};

const newAccountsDisplay: StateDisplay = {
  ...displays.healthy,
  sentence: "Your bank has accounts you haven’t added yet.",
  button: { action: "addAccounts", label: "Add accounts", isUrgent: false },
};

/** Returns the chip and sentence for access that ends. The server's reason is dropped once the day has passed. */
function expiryWords(
  expiresAt: string,
  reason: string | undefined,
  now: Date,
  timeZone: string,
): Pick<StateDisplay, "word" | "sentence"> {
  const end = new Date(expiresAt);
  const day = dateInZone(end, timeZone);
  if (end <= now) {
    return {
      word: "Access ended",
      sentence: `Access ended on ${dateWords(day)}. Renew it to resume updates.`,
    };
  }
  const days = daysBetween(dateInZone(now, timeZone), day);
  const left = days > 1 ? `in ${days} days` : days === 1 ? "tomorrow" : "today";
  return {
    word: `Ends ${left}`,
    sentence: reason ?? `Access ends on ${dateWords(day)}. Renew it to keep updating.`,
  };
}

/** True while a bank's first import runs, or the bank hasn't confirmed an unlink. */
export function isChanging({ item: { state } }: Pick<AccessItemView, "item">): boolean {
  return state === "importing" || state === "removing";
}

/** True if a bank needs repair or is down; either can change at any time. */
export function isUnhealthy({ item: { state } }: Pick<AccessItemView, "item">): boolean {
  return state === "repair" || state === "down";
}

/** True if a bank in this state can be refreshed. */
export function canRefresh(state: ItemState): boolean {
  return state === "healthy" || state === "expiring" || state === "repair" || state === "down";
}

/** True if the bank's dialog can add accounts in this state (update mode). */
export function canShareMore(state: ItemState): boolean {
  return state === "healthy" || state === "expiring";
}
