import { billProgress, type ProgressSource } from "#features/bills/domain/progress/bill-progress.ts";

/** For tests: a real bill by the actions that matter, a line each, newest first as upstream: date, code or a dash, text. */
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

/** For tests: `Introduced 2021-01-04 | [Passed House] | (Passed Senate)`: the present step in brackets, those to come in round ones, failures with !. */
export function drawProgress(source: ProgressSource, sittingCongress = source.congress): string {
  return billProgress(source, sittingCongress)
    .steps.map(({ label, state, isPresent, date }) => {
      const text = `${label}${date === null ? "" : ` ${date}`}${state === "failed" ? "!" : ""}`;
      if (isPresent) return `[${text}]`;
      return state === "upcoming" ? `(${text})` : text;
    })
    .join(" | ");
}
