import { countText } from "#shared/text/counts.ts";
import type { RulePreview } from "#features/transactions/contract.ts";

/** Describes what becomes of the rows a rule matches: "8 will change, 3 that you set by hand stay." */
export function nowText({ changing, byNow, total }: RulePreview): string {
  const parts = [
    changing === 0 ? "None will change" : `${countText(changing)} will change`,
    ...(byNow.person === 0
      ? []
      : [`${countText(byNow.person)} that you set by hand ${byNow.person === 1 ? "stays" : "stay"}`]),
  ];
  const without =
    byNow.none === 0 || byNow.none === total ? "" : ` ${countText(byNow.none)} had nothing set.`;
  return `${parts.join(", ")}.${without}`;
}

/** Names a rule that matches some of the same rows: "Rule 4, “Cafés”, also matches 12 and sets Dining Out. This one wins." */
export function conflictText({
  number,
  name,
  transactionCount,
  sets,
  wins,
}: RulePreview["conflicts"][number]): string {
  const also = `Rule ${number}, “${name}”, also matches ${countText(transactionCount)} and sets ${sets}.`;
  return `${also} ${wins ? "It’s above this one and wins." : "This one is above it and wins."}`;
}
