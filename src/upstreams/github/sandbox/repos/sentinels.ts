import type { ContentfulStatusCode } from "hono/utils/http-status";
import { limitExceeded, serverError } from "../errors.ts";
import type { LimitResource } from "../rate-limits.ts";
import type { Sandbox, SandboxContext } from "../sandbox-context.ts";

export type Misbehavior = "error-500" | "slow" | "empty" | "rate-limited" | "html";

/** One call of a repository. */
export type RepoPart = "repo" | "languages" | "commits" | "readme" | "contents";

const sentinel =
  /^(?<stem>.*?)(?:-(?<part>languages|commits|readme|contents))?-(?<misbehavior>error-500|slow|empty|rate-limited|html)$/;

const slowMs = 4_000;
/** Remaining time of a requested limit. */
const limitedForMs: Record<LimitResource, number> = { core: 27 * 60_000, code_search: 45_000 };

/**
 * Interprets a test name (docs/reference/product.md, "Panels"): `ledger-kit-slow` makes all of ledger-kit slow;
 * `ledger-kit-commits-error-500` makes only its commits fail. Null for any other name.
 */
export function readSentinel(
  name: string,
): { stem: string; part: RepoPart | null; misbehavior: Misbehavior } | null {
  const found = sentinel.exec(name)?.groups;
  if (found === undefined) return null;
  // The pattern allows only these words.
  const part = (["languages", "commits", "readme", "contents"] as const).find(
    (word) => word === found["part"],
  );
  const words = ["error-500", "slow", "empty", "rate-limited", "html"] as const;
  const misbehavior = words.find((word) => word === found["misbehavior"]);
  return misbehavior === undefined ? null : { stem: found["stem"] ?? "", part: part ?? null, misbehavior };
}

/** Returns a failing call's answer; null to continue (after a delay for `slow`, without data for `empty`). */
export async function respondWithFailure(
  c: SandboxContext,
  sandbox: Sandbox,
  misbehavior: Misbehavior,
  resource: LimitResource = "core",
): Promise<Response | null> {
  if (misbehavior === "error-500") return serverError(c);
  if (misbehavior === "html") return brokenPage(c);
  if (misbehavior === "rate-limited") return limitReached(c, sandbox, resource);
  if (misbehavior === "slow") await sandbox.wait(slowMs);
  return null;
}

/** Returns the HTML page of a broken proxy instead of JSON. */
function brokenPage(c: SandboxContext, status: ContentfulStatusCode = 200): Response {
  return c.html("<!doctype html><title>One moment</title><p>We will be back in a moment.</p>", status);
}

function limitReached(c: SandboxContext, sandbox: Sandbox, resource: LimitResource): Response {
  const { login, key } = c.get("caller");
  const limit = resource === "code_search" ? 10 : login === null ? 60 : 5_000;
  c.header("x-ratelimit-limit", String(limit));
  c.header("x-ratelimit-remaining", "0");
  c.header("x-ratelimit-used", String(limit));
  c.header("x-ratelimit-reset", String(Math.ceil((sandbox.nowMs() + limitedForMs[resource]) / 1000)));
  c.header("x-ratelimit-resource", resource);
  return limitExceeded(c, login === null ? { address: key } : { login });
}
