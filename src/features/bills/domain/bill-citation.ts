import {
  acceptedBillNumbers,
  acceptedBillTypes,
  acceptedCongresses,
  billTypeFacts,
  billTypes,
  readBillType,
  type BillKey,
  type BillType,
} from "./bill-types.ts";
import { ordinal } from "#shared/text/ordinal.ts";

/** A citation: a bill, with or without its Congress, or a law by its number. */
export type BillCitation =
  | { kind: "bill"; congress: number | null; billType: BillType; billNumber: string }
  | { kind: "law"; lawType: "pub" | "priv"; congress: number; lawNumber: string };

/** Returns `H.R. 1234` or `S.J.Res. 5` (docs/reference/product.md, "Bills"). */
export function billCitation({ billType, billNumber }: Pick<BillKey, "billType" | "billNumber">): string {
  return `${billTypeFacts[billType].abbreviation} ${billNumber}`;
}

/** Returns `H.R. 1234 (118th Congress)`, which is unambiguous wherever it is pasted. */
export function fullBillCitation(key: BillKey): string {
  return `${billCitation(key)} (${ordinal(key.congress)} Congress)`;
}

/** Returns type and number for breadcrumb and header, `HR 1234` (docs/reference/product.md, "Bills"). */
export function billTypeAndNumber({
  billType,
  billNumber,
}: Pick<BillKey, "billType" | "billNumber">): string {
  return `${billType.toUpperCase()} ${billNumber}`;
}

/** Returns the canonical address of a bill on this site. */
export function canonicalBillPath({ congress, billType, billNumber }: BillKey): string {
  return `/bill/${congress}/${billType}/${billNumber}`;
}

/** Returns the bill's page on www.congress.gov. */
export function congressGovUrl({ congress, billType, billNumber }: BillKey): string {
  const type = billTypeFacts[billType].congressGov;
  return `https://www.congress.gov/bill/${ordinal(congress)}-congress/${type}/${billNumber}`;
}

export type BillAddress =
  | { isValid: true; key: BillKey; isCanonical: boolean }
  /** Messages by field, which say what is accepted. */
  | { isValid: false; errors: Partial<Record<"congress" | "billType" | "billNumber", string[]>> };

/** Parses the three parts of a bill's address. `HR`, `h.r.`, and `007` are accepted but not canonical. */
export function readBillAddress(given: {
  congress: string;
  billType: string;
  billNumber: string;
}): BillAddress {
  const congress = readWhole(given.congress, 3);
  const billType = readBillType(given.billType);
  const billNumber = readWhole(given.billNumber, 5);
  if (congress === null || billType === null || billNumber === null) {
    return {
      isValid: false,
      errors: {
        ...(congress === null ? { congress: [acceptedCongresses] } : {}),
        ...(billType === null ? { billType: [acceptedBillTypes] } : {}),
        ...(billNumber === null ? { billNumber: [acceptedBillNumbers] } : {}),
      },
    };
  }
  const key = { congress, billType, billNumber: String(billNumber) };
  const isCanonical =
    given.congress === String(congress) && given.billType === billType && given.billNumber === key.billNumber;
  return { isValid: true, key, isCanonical };
}

/** Parses a whole number from 1 with at most this many digits, not counting leading zeros. */
function readWhole(text: string, maxDigits: number): number | null {
  const digits = /^\s*0*([1-9]\d*)\s*$/.exec(text)?.[1];
  return digits === undefined || digits.length > maxDigits ? null : Number(digits);
}

/** Types by name without dots, spaces, and dashes: `hjres`, `housejointresolution`. */
const typeNames: ReadonlyMap<string, BillType> = new Map(
  billTypes.flatMap((type) => [
    [type, type],
    [billTypeFacts[type].congressGov.replaceAll("-", ""), type],
  ]),
);

const billPattern =
  /^(?:(\d{1,3})(?:st|nd|rd|th)?(?:congress)?[/,:-]?)?([a-z]+?)[/-]?(?:no)?0*([1-9]\d{0,4})(?:(?:[/,-]|\(|of(?:the)?)(\d{1,3})(?:st|nd|rd|th)?(?:congress)?\)?)?$/;
const lawPattern = /^(p|pub|public|priv|pvt|private)(?:l|law)(?:no)?[:,]?(\d{1,3})-0*([1-9]\d{0,3})$/;
const addressPattern =
  /(?:^|\/)bill\/(\d{1,3})(?:st|nd|rd|th)?(?:-congress)?\/([a-z-]+)\/(\d{1,5})(?:[/?#]|$)/;

/**
 * Parses a citation as people write it: `HR 1234`, `S.J.Res. 5`, `118 hr 5`, `H.R. 5 (118th Congress)`, `P.L. 117-1`,
 * `Private Law 116-1`, or a bill's address here or on www.congress.gov. Returns null for anything else.
 */
export function parseBillCitation(text: string): BillCitation | null {
  const lower = text.trim().toLowerCase();
  if (lower.length > 200) return null;
  const address = addressPattern.exec(lower);
  if (address !== null) return citedBill(address[1], address[2]?.replaceAll("-", ""), address[3]);
  // A space may separate two numbers ("118 hr 5", "hr 5 118"): those spaces are marked first.
  const bare = lower
    .replaceAll(/(\d)\s+(?=\d)/g, "$1/")
    .replaceAll(/[\s.]/g, "")
    .replaceAll(/[\u2010-\u2015]/g, "-");
  const law = lawPattern.exec(bare);
  if (law !== null) return citedLaw(law[1], law[2], law[3]);
  const bill = billPattern.exec(bare);
  if (bill === null || (bill[1] !== undefined && bill[4] !== undefined)) return null;
  return citedBill(bill[1] ?? bill[4], bill[2], bill[3]);
}

function citedBill(
  congress: string | undefined,
  type: string | undefined,
  billNumber: string | undefined,
): BillCitation | null {
  const billType = typeNames.get(type ?? "");
  if (billType === undefined || billNumber === undefined) return null;
  if (congress !== undefined && Number(congress) === 0) return null;
  const number = readWhole(billNumber, 5);
  if (number === null) return null;
  return {
    kind: "bill",
    congress: congress === undefined ? null : Number(congress),
    billType,
    billNumber: String(number),
  };
}

function citedLaw(
  kind: string | undefined,
  congress: string | undefined,
  lawNumber: string | undefined,
): BillCitation | null {
  if (congress === undefined || lawNumber === undefined || Number(congress) === 0) return null;
  const lawType = kind === "p" || kind?.startsWith("pub") === true ? "pub" : "priv";
  return { kind: "law", lawType, congress: Number(congress), lawNumber };
}
