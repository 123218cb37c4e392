import type { FieldErrors } from "#shared/errors.ts";
import { paths } from "../routing/paths.ts";

type Refusal = { statusCode: number; errors: FieldErrors | null };

/** Opens the right page if a call was refused because its money isn't shown anymore. */
export function leaveOtherMoney({ statusCode, errors }: Refusal): void {
  if (errors === null || typeof location === "undefined" || (statusCode !== 403 && statusCode !== 409))
    return;
  if ("household" in errors) location.assign(paths.household({ ended: "1" }));
  else if ("money" in errors) location.reload();
}

const channelName = "folio-money";

/** Opens a page anew after a switch, so that nothing of the other money stays, and has other tabs do the same. */
export function openAnew(path: string): void {
  if ("BroadcastChannel" in globalThis) {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is this origin's own, and takes no other
    channel.postMessage("switched");
    channel.close();
  }
  location.assign(path);
}

let isFollowing = false;

/** Opens this page anew when another tab switches to other money. */
export function followSwitches(): void {
  if (isFollowing || !("BroadcastChannel" in globalThis)) return;
  isFollowing = true;
  new BroadcastChannel(channelName).addEventListener("message", () => location.reload());
}
