import type { FieldErrors } from "#shared/errors.ts";
import { hasUnsavedInput } from "#ui/form/unsaved-guard.ts";
import { paths } from "../routing/paths.ts";

/** The page that a switch opens is on its way. */
let isOpening = false;

/** The browser has asked whether to leave what is typed. It would ask at each refused call. */
let hasAsked = false;

/** Opens the right page after a call was refused because its money isn't shown anymore. */
export function leaveOtherMoney(errors: FieldErrors): void {
  if (typeof location === "undefined") return;
  // A call of the page that is left; another navigation would take the place of the one to where the person goes.
  if (isOpening || (hasAsked && hasUnsavedInput())) return;
  hasAsked = hasUnsavedInput();
  if ("household" in errors) location.assign(paths.household({ ended: "1" }));
  else location.reload();
}

let channel: BroadcastChannel | null = null;

/** Returns the page's one channel to its browser's other tabs, which doesn't hear what it sends itself. */
function channelToTabs(): BroadcastChannel | null {
  if ("BroadcastChannel" in globalThis) channel ??= new BroadcastChannel("folio-money");
  return channel;
}

/** Opens a page anew after a switch, so that nothing of the other money stays, and has other tabs do the same. */
export function openAnew(path: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this origin's own, and takes no other
  channelToTabs()?.postMessage("switched");
  isOpening = true;
  // A page that the browser kept comes back as it was.
  addEventListener("pageshow", () => (isOpening = false), { once: true });
  location.assign(path);
}

/** Opens this page anew when another tab switches to other money. */
export function followSwitches(): void {
  channelToTabs()?.addEventListener("message", reload);
}

/** The same function each time, so that it's added once. */
function reload(): void {
  location.reload();
}
