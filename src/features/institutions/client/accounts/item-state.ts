import { dateInZone, dateWords, daysBetween } from "#shared/time/plain-dates.ts";
import type { AccessItemView, ItemState } from "../../contract.ts";
import type { IconName } from "#ui/icon.tsx";
import type { Tone } from "#ui/status/tone.ts";

/** What a card's one button does. */
export type StateAction = "refresh" | "repair" | "addAccounts" | "link";

/** A linked institution's state as a card shows it (docs/reference/money.md, "Bank states": a plain sentence with one button). */
export type StateFace = {
  /** One or two words for the chip. */
  word: string;
  tone: Tone;
  icon: IconName;
  sentence: string;
  /** Null where nothing is to be done but wait. */
  button: { action: StateAction; label: string; isUrgent: boolean } | null;
};

/** `now` by the site's clock zone: an access that ends is told with its day. */
export function stateFace({ item }: Pick<AccessItemView, "item">, now: Date, timeZone: string): StateFace {
  if (item.state === "healthy" && item.newAccountsAvailable) return newAccountsFace;
  const face = faces[item.state];
  const reason = item.stateReason ?? face.sentence;
  if (item.state !== "expiring" || item.expiresAt === undefined) return { ...face, sentence: reason };
  return { ...face, ...expiryWords(item.expiresAt, item.stateReason, now, timeZone) };
}

const faces: Record<ItemState, StateFace> = {
  importing: {
    word: "Importing",
    tone: "accent",
    icon: "download",
    sentence: "The bank’s transactions are being fetched for the first time.",
    button: null,
  },
  healthy: {
    word: "Up to date",
    tone: "positive",
    icon: "success",
    sentence: "New transactions come in by themselves.",
    button: { action: "refresh", label: "Refresh", isUrgent: false },
  },
  expiring: {
    word: "Access ends",
    tone: "warning",
    icon: "clock",
    sentence: "The bank ends its access soon. Renew it to go on.",
    button: { action: "repair", label: "Renew access", isUrgent: true },
  },
  repair: {
    word: "Needs repair",
    tone: "negative",
    icon: "warning",
    sentence: "The bank asks you to sign in again. Until then nothing new comes in.",
    button: { action: "repair", label: "Repair", isUrgent: true },
  },
  down: {
    word: "Bank down",
    tone: "warning",
    icon: "warning",
    sentence: "The bank does not answer at the moment. It is asked again by itself.",
    button: { action: "refresh", label: "Try again", isUrgent: false },
  },
  revoked: {
    word: "Access ended",
    tone: "negative",
    icon: "lock",
    sentence: "Access was ended at the bank. What was fetched stays; link it again to go on.",
    button: { action: "link", label: "Link again", isUrgent: true },
  },
  removing: {
    word: "Unlinking",
    tone: "neutral",
    icon: "clock",
    sentence: "The bank is being unlinked. That is tried again until the bank confirms it.",
    button: null,
  },
  unlinked: {
    word: "Unlinked",
    tone: "neutral",
    icon: "link",
    sentence: "Its history is kept, read-only. Linked again, it goes on where it stopped.",
    button: { action: "link", label: "Link again", isUrgent: false },
  },
};

const newAccountsFace: StateFace = {
  ...faces.healthy,
  sentence: "The bank has accounts that you do not share yet.",
  button: { action: "addAccounts", label: "Add accounts", isUrgent: false },
};

/** The chip says how long is left. The server's reason names the day; once that has passed it is not said any more. */
function expiryWords(
  expiresAt: string,
  reason: string | undefined,
  now: Date,
  timeZone: string,
): Pick<StateFace, "word" | "sentence"> {
  const end = new Date(expiresAt);
  const day = dateInZone(end, timeZone);
  if (end <= now) {
    return {
      word: "Access ended",
      sentence: `The bank’s access ended on ${dateWords(day)}. Renew it to go on.`,
    };
  }
  const days = daysBetween(dateInZone(now, timeZone), day);
  const left = days > 1 ? `in ${days} days` : days === 1 ? "tomorrow" : "today";
  return {
    word: `Ends ${left}`,
    sentence: reason ?? `The bank ends its access on ${dateWords(day)}. Renew it to go on.`,
  };
}

/** Whether its first import goes on. */
export function isImporting({ item: { state } }: Pick<AccessItemView, "item">): boolean {
  return state === "importing";
}

/** Whether the bank is still to confirm that it is unlinked. */
export function isLeaving({ item: { state } }: Pick<AccessItemView, "item">): boolean {
  return state === "removing";
}

/** Whether it is not well: repairs at the bank, and the bank itself, may mend it at any moment. */
export function isTroubled({ item: { state } }: Pick<AccessItemView, "item">): boolean {
  return state === "repair" || state === "down";
}

/** Whether the bank can be asked for news. */
export function canRefresh(state: ItemState): boolean {
  return state === "healthy" || state === "expiring" || state === "repair" || state === "down";
}

/** Whether the bank's own dialog can be opened for it (update mode). */
export function canShareMore(state: ItemState): boolean {
  return state === "healthy" || state === "expiring";
}

const counts = new Intl.NumberFormat("en-US");

/** `1 transaction`, `1,240 transactions` */
export function countWords(count: number, one: string): string {
  return `${counts.format(count)} ${one}${count === 1 ? "" : "s"}`;
}
