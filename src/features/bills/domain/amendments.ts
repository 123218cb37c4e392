import type { Amendment } from "./bill.ts";
import { ordinal } from "./congresses.ts";

const kinds: Record<string, { name: string; congressGov: string } | undefined> = {
  HAMDT: { name: "House amendment", congressGov: "house-amendment" },
  SAMDT: { name: "Senate amendment", congressGov: "senate-amendment" },
  SUAMDT: { name: "Senate unprinted amendment", congressGov: "senate-unprinted-amendment" },
};

/** An amendment as a line of a list. */
export type AmendmentLine = {
  /** Type and number: `HAMDT 12` (docs/reference/product.md, "Bills"). */
  label: string;
  /** The type in words, "House amendment"; null for a type that nobody has described. */
  kind: string | null;
  /** What it is about: its purpose, else its description; null where neither is told. */
  about: string | null;
  /** Its page at www.congress.gov; null where the address cannot be made. */
  url: string | null;
  latestAction: Amendment["latestAction"];
};

/** @param billCongress the Congress of the bill that it amends, for amendments that do not name theirs */
export function amendmentLine(amendment: Amendment, billCongress: number): AmendmentLine {
  const { type, number, purpose, description, latestAction } = amendment;
  const kind = kinds[type.toUpperCase()];
  const congress = ordinal(amendment.congress ?? billCongress);
  return {
    label: `${type.toUpperCase()} ${number}`,
    kind: kind?.name ?? null,
    about: firstText(purpose, description),
    url:
      kind === undefined || !/^\d+$/.test(number)
        ? null
        : `https://www.congress.gov/amendment/${congress}-congress/${kind.congressGov}/${number}`,
    latestAction,
  };
}

function firstText(...texts: (string | undefined)[]): string | null {
  return texts.map((text) => text?.trim()).find((text) => text !== undefined && text !== "") ?? null;
}
