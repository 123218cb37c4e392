import { billProgress, type ProgressSource } from "#features/bills/domain/progress/bill-progress.ts";

/** Creates a real bill from the actions that matter, one per line, newest first like upstream: date, code or a dash, text. */
export function billFromLines(
  key: Pick<ProgressSource, "congress" | "billType">,
  lines: string,
  more: Partial<ProgressSource> = {},
): ProgressSource {
  const actions = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [actionDate = "", code = "", ...words] = line.split(" ");
      return { actionDate, actionCode: code === "-" ? undefined : code, text: words.join(" ") };
    });
  return { ...key, title: "An Act", laws: [], actions, ...more };
}

/**
 * Draws progress as `Introduced 2021-01-04
 * [Passed House]
 * (Passed Senate)`, with the current step in brackets, future ones in parentheses, and failures with an exclamation mark.
 */
export function drawProgress(source: ProgressSource, sittingCongress = source.congress): string {
  return billProgress(source, sittingCongress)
    .steps.map(({ label, state, isPresent, date }) => {
      const text = `${label}${date === null ? "" : ` ${date}`}${state === "failed" ? "!" : ""}`;
      if (isPresent) return `[${text}]`;
      return state === "upcoming" ? `(${text})` : text;
    })
    .join(" | ");
}
