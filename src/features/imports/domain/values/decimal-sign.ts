import { quoted } from "../reading.ts";
import type { Question } from "../statement.ts";
import { amountParts, decimalEvidence } from "./amount-text.ts";
import type { DecimalSign } from "./amount-text.ts";

/** Printed amount; `shown` returns words that show its row. */
export type SampleAmount = { text: string; shown: () => string };

export type DecimalDecision = { decimal: DecimalSign; question: Question | null };

/**
 * Decides once for a file whether amounts have a decimal point or comma (docs/reference/import.md, "Amounts"): most of the
 * amounts that prove one win. If amounts such as `1.000` are all there is, the person is asked; until then it's read as a
 * thousand, because few amounts have three decimals. `decimals` is the currency's number of decimals.
 */
export function decideDecimal(
  samples: Iterable<SampleAmount>,
  decimals: number,
  answer: string | undefined,
): DecimalDecision {
  const votes = { ".": 0, ",": 0 };
  let doubtful: SampleAmount | null = null;
  for (const sample of samples) {
    const evidence = decimalEvidence(amountParts(sample.text)?.core ?? "", decimals);
    if (evidence === "either") doubtful ??= sample;
    else if (evidence !== null) votes[evidence] += 1;
  }
  if (votes["."] + votes[","] > 0 || doubtful === null) {
    return { decimal: votes[","] > votes["."] ? "," : ".", question: null };
  }
  const question = askFor(doubtful, decimals);
  if (answer === "." || answer === ",") return { decimal: answer, question: { ...question, answer } };
  return { decimal: doubtful.text.includes(".") ? "," : ".", question };
}

function askFor({ text, shown }: SampleAmount, decimals: number): Question {
  const core = amountParts(text)?.core ?? "";
  const isPoint = core.includes(".");
  const [whole = "", fraction = ""] = core.split(/[.,]/);
  const thousands = { value: isPoint ? "," : ".", label: `${whole},${fraction}.${"0".repeat(decimals)}` };
  const units = {
    value: isPoint ? "." : ",",
    label: `${whole}.${fraction.slice(0, decimals).padEnd(decimals, "0")}`,
  };
  return {
    id: "decimal",
    text: `How much is ${quoted(core)} in this row? ${shown()}`,
    choices: [thousands, units],
    answer: null,
  };
}
