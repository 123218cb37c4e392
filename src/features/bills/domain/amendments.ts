import type { Amendment } from "./bill-shapes.ts";
import { ordinal } from "#shared/text/ordinal.ts";

const kinds: Record<string, { name: string; congressGov: string } | undefined> = {
  HAMDT: { name: "House amendment", congressGov: "house-amendment" },
  SAMDT: { name: "Senate amendment", congressGov: "senate-amendment" },
  SUAMDT: { name: "Senate unprinted amendment", congressGov: "senate-unprinted-amendment" },
};

/** An amendment as a list entry. */
export type AmendmentLine = {
  /** Type and number: `HAMDT 12` (docs/reference/product.md, "Bills"). */
  label: string;
  /** Name of the type, such as "House amendment"; null for an unknown type. */
  kind: string | null;
  /** Purpose, else description, else null. */
  about: string | null;
  /** Page on www.congress.gov; null if the address can't be built. */
  url: string | null;
  latestAction: Amendment["latestAction"];
};

/** Describes an amendment. @param billCongress the bill's Congress, for amendments that don't name theirs */
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
