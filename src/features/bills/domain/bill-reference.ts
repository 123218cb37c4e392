import type { Bill } from "./bill-shapes.ts";
import { billCitation } from "./bill-citation.ts";
import type { BillKey } from "./bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";
import { yearsOfCongress } from "./congresses.ts";

/** Returns the citation for a paper: `For the People Act of 2021, H.R. 1, 117th Cong. (2021)`, with the law if enacted. */
export function billReference(
  key: BillKey,
  { title, introducedDate, laws }: Pick<Bill, "title" | "introducedDate" | "laws">,
): string {
  const year = /^\d{4}/.exec(introducedDate ?? "")?.[0] ?? String(yearsOfCongress(key.congress).from);
  const reference = `${title.trim().replace(/\.$/, "")}, ${billCitation(key)}, ${ordinal(key.congress)} Cong. (${year})`;
  const named = laws.map(({ type, number }) => `${/^priv/i.test(type) ? "Priv. L." : "Pub. L."} ${number}`);
  return named.length === 0 ? reference : `${reference} (enacted as ${named.join(", ")})`;
}

/** Returns `117th Congress (2021–2023)`. */
export function congressName(congress: number): string {
  const { from, to } = yearsOfCongress(congress);
  return `${ordinal(congress)} Congress (${from}–${to})`;
}
