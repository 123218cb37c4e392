import { relativeTime } from "#shared/time/relative-time.ts";

/** State of a check: fine, worth knowing, or a failure that keeps the site from working. */
export type CheckState = "ok" | "warn" | "fail";

/** Remaining calls of a service, by its own count. */
export type Quota = { of: string; remaining: number; limit: number; resetsAt: string | null };

export type CheckResult = {
  name: string;
  state: CheckState;
  message: string;
  /** Details, one line each, such as every invalid setting or content problem. */
  details?: string[];
  /** Remaining calls and reset time (ISO 8601), if the service reports them. */
  quotas?: Quota[];
};

/** The report for programs; within a version fields may be added, but not renamed or removed. */
export type DoctorReport = {
  version: 1;
  /** Time of the report, ISO 8601. */
  at: string;
  /** True if nothing failed; the exit code is then 0. */
  ok: boolean;
  counts: Record<CheckState, number>;
  checks: CheckResult[];
};

/** Returns what `npm run doctor -- --json` prints. */
export function reportOf(checks: CheckResult[], now: Date): DoctorReport {
  const counts = { ok: 0, warn: 0, fail: 0 };
  for (const { state } of checks) counts[state] += 1;
  return { version: 1, at: now.toISOString(), ok: counts.fail === 0, counts, checks };
}

export function ok(name: string, message: string, details?: string[]): CheckResult {
  return result(name, "ok", message, details);
}

export function warn(name: string, message: string, details?: string[]): CheckResult {
  return result(name, "warn", message, details);
}

export function fail(name: string, message: string, details?: string[]): CheckResult {
  return result(name, "fail", message, details);
}

function result(name: string, state: CheckState, message: string, details: string[] = []): CheckResult {
  return details.length === 0 ? { name, state, message } : { name, state, message, details };
}

const oldMs = 24 * 60 * 60_000;

/** Returns how old an index is in words, and true if that is too old; a clock behind the server's makes it no younger than now. */
export function ageOf(asOf: string, now: Date): { age: string; isOld: boolean } {
  const at = new Date(Math.min(Date.parse(asOf), now.getTime()));
  return {
    age: `current as of ${relativeTime(at, now)}`,
    isOld: now.getTime() - at.getTime() > oldMs,
  };
}

const deepestCause = 5;

/** Returns an error's message with those of its causes that add something: a message like "fetch failed" alone helps nobody. */
export function messageOf(error: unknown): string {
  const said: string[] = [];
  let rest = error;
  for (let depth = 0; depth < deepestCause && rest !== undefined; depth += 1) {
    const words = ownWords(rest);
    if (words !== "" && !said.some((earlier) => earlier.includes(words))) said.push(words);
    rest = rest instanceof Error ? rest.cause : undefined;
  }
  const [first = "", ...causes] = said;
  return causes.length === 0 ? first : `${first} (${causes.join("; ")})`;
}

function ownWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}

const marks: Record<CheckState, string> = { ok: "✓", warn: "!", fail: "✗" };

/** Formats the report for a person. */
export function reportTable({ checks: results, counts }: DoctorReport): string {
  const lines = results.flatMap(({ name, state, message, details }) => [
    `  ${marks[state]} ${name.padEnd(14)}${message}`,
    ...(details ?? []).map((detail) => `      ${detail}`),
  ]);
  const verdict =
    counts.fail > 0
      ? `${counts.fail} failed, ${counts.warn} worth knowing.`
      : counts.warn > 0
        ? `Nothing failed; ${counts.warn} worth knowing.`
        : "Everything is fine.";
  return `\n${lines.join("\n")}\n\n  ${verdict}\n`;
}
