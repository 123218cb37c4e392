/** How something stands: fine, worth knowing, or in the way of the site working. */
export type CheckState = "ok" | "warn" | "fail";

/** What a service still grants, in its own count. */
export type Quota = { of: string; remaining: number; limit: number; resetsAt: string | null };

export type CheckResult = {
  name: string;
  state: CheckState;
  message: string;
  /** One line each, such as every wrong setting or every content problem. */
  details?: string[];
  /** Where the service tells: calls left, until when (ISO 8601). */
  quotas?: Quota[];
};

/** The report for programs; fields may be added in a version, not renamed or removed. */
export type DoctorReport = {
  version: 1;
  /** When it was made, ISO 8601. */
  at: string;
  /** Nothing is in the way: the exit code is 0. */
  ok: boolean;
  counts: Record<CheckState, number>;
  checks: CheckResult[];
};

/** What `npm run doctor -- --json` prints. */
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

const deepestCause = 5;

/** An error's own words, with those of its causes that say more: "cannot be reached" alone helps nobody. */
export function wordsOf(error: unknown): string {
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

/** The report for a person. */
export function reportTable({ checks: results, counts }: DoctorReport): string {
  const lines = results.flatMap(({ name, state, message, details }) => [
    `  ${marks[state]} ${name.padEnd(14)}${message}`,
    ...(details ?? []).map((detail) => `      ${detail}`),
  ]);
  const verdict =
    counts.fail > 0
      ? `${counts.fail} in the way of the site working, ${counts.warn} worth knowing.`
      : counts.warn > 0
        ? `Nothing in the way; ${counts.warn} worth knowing.`
        : "All is well.";
  return `\n${lines.join("\n")}\n\n  ${verdict}\n`;
}
