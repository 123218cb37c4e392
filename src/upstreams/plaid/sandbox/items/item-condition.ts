import type { Item } from "./item.ts";
import { problems, type SandboxProblem } from "../sandbox-errors.ts";

/** An Item's problem, and when it began. */
export type ItemCondition = { problem: SandboxProblem; sinceMs: number };

const expiringAfterMs = 5 * 24 * 60 * 60_000;

/** Returns the worst problem of an Item at an instant; null if there is none. */
export function conditionOf(item: Item, nowMs: number, downSinceMs: number | null): ItemCondition | null {
  const { removedAtMs, revokedAtMs } = item.state();
  if (removedAtMs !== null) return { problem: problems.itemNotFound, sinceMs: removedAtMs };
  const isRevokedByNature = item.seed.behavior === "revoked" && nowMs >= item.troubleAtMs;
  const revokedSinceMs = revokedAtMs ?? (isRevokedByNature ? item.troubleAtMs : null);
  if (revokedSinceMs !== null) return { problem: problems.permissionRevoked, sinceMs: revokedSinceMs };
  const loginSinceMs = loginRequiredSince(item, nowMs);
  if (loginSinceMs !== null) return { problem: problems.loginRequired, sinceMs: loginSinceMs };
  return downSinceMs === null ? null : { problem: problems.institutionDown, sinceMs: downSinceMs };
}

function loginRequiredSince(item: Item, nowMs: number): number | null {
  const { loginRequiredAtMs, repairedAtMs } = item.state();
  const endsMs = consentEnd(item);
  if (endsMs !== null && endsMs <= nowMs) return endsMs;
  const byNatureMs = item.bank.trouble === "login" && nowMs >= item.troubleAtMs ? item.troubleAtMs : null;
  const sinceMs = Math.max(loginRequiredAtMs ?? 0, byNatureMs ?? 0);
  return sinceMs > (repairedAtMs ?? 0) ? sinceMs : null;
}

/** Returns the end of consent, if any; a repair renews it without an end. */
export function consentEnd(item: Item): number | null {
  const { consentExpiresAtMs, repairedAtMs } = item.state();
  if (consentExpiresAtMs !== null) return consentExpiresAtMs;
  const ends = item.seed.behavior === "expiring" && repairedAtMs === null;
  return ends ? item.seed.linkedAtMs + expiringAfterMs : null;
}
