/** How something stands: fine, worth knowing, or in the way of the site working. */
export type CheckState = "ok" | "warn" | "fail";

export type CheckResult = {
  name: string;
  state: CheckState;
  message: string;
  /** One line each, such as every wrong setting or every content problem. */
  details?: string[];
};

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

/** An error's own words, with those of its cause: "cannot be reached" alone helps nobody. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : wordsOf(error.cause);
  const own = error.message === "" && "code" in error ? String(error.code) : error.message;
  return cause === "" || own.includes(cause) ? own : `${own} (${cause})`;
}

const marks: Record<CheckState, string> = { ok: "✓", warn: "!", fail: "✗" };

/** The report for a person. */
export function reportTable(results: CheckResult[]): string {
  const lines = results.flatMap(({ name, state, message, details }) => [
    `  ${marks[state]} ${name.padEnd(14)}${message}`,
    ...(details ?? []).map((detail) => `      ${detail}`),
  ]);
  const count = (state: CheckState) => results.filter((entry) => entry.state === state).length;
  const verdict =
    count("fail") > 0
      ? `${count("fail")} in the way of the site working, ${count("warn")} worth knowing.`
      : count("warn") > 0
        ? `Nothing in the way; ${count("warn")} worth knowing.`
        : "All is well.";
  return `\n${lines.join("\n")}\n\n  ${verdict}\n`;
}
