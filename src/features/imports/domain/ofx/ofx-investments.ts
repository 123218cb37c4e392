import { countWords } from "#shared/text/counts.ts";
import type { Question } from "../statement.ts";
import { descendantsOf } from "./ofx-tree.ts";
import type { OfxNode } from "./ofx-tree.ts";

/** Investment statements whose cash transactions (`INVBANKTRAN`) the person may want; `isWanted` if they said so. */
export type InvestmentCash = { statements: OfxNode[]; isWanted: boolean; question: Question };

/**
 * Returns the investment statements of a file that have cash transactions, and asks about them (docs/reference/import.md, "OFX"). They
 * stay out unless the person wants them. Null if there are none.
 */
export function investmentCash(root: OfxNode, answer: string | undefined): InvestmentCash | null {
  const statements = descendantsOf(root, "INVSTMTRS").filter((node) => cashIn(node) > 0);
  if (statements.length === 0) return null;
  const count = statements.reduce((sum, node) => sum + cashIn(node), 0);
  const isAnswered = answer === "read" || answer === "leaveOut";
  return {
    statements,
    isWanted: answer === "read",
    question: {
      id: "investmentCash",
      text: `Import the cash of the investment statement (${countWords(count, "transaction")})?`,
      choices: [
        { value: "read", label: "Import its cash transactions" },
        { value: "leaveOut", label: "Leave them out" },
      ],
      answer: isAnswered ? answer : null,
    },
  };
}

function cashIn(node: OfxNode): number {
  return descendantsOf(node, "INVBANKTRAN").length;
}
