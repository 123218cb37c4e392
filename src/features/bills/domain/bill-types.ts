/** Types of bills and resolutions, as api.congress.gov spells them in addresses (docs/reference/upstreams.md, "Congress calls"). */
export const billTypes = ["hr", "s", "hjres", "sjres", "hconres", "sconres", "hres", "sres"] as const;

export type BillType = (typeof billTypes)[number];

/** Key of a bill: the type in lower case, the number as text (old Congresses have numbers such as "590½"). */
export type BillKey = { congress: number; billType: BillType; billNumber: string };

/** Form of a bill: `bill` and `joint` need both chambers and the President (constitutional amendments don't), `concurrent` both chambers, `simple` its own chamber. */
export type BillForm = "bill" | "joint" | "concurrent" | "simple";

type BillTypeFacts = {
  /** Abbreviation in citations: `H.R.`, `S.J.Res.` */
  abbreviation: string;
  /** Full name: "House bill". */
  name: string;
  chamber: "House" | "Senate";
  form: BillForm;
  /** Spelling in addresses of www.congress.gov. */
  congressGov: string;
};

export const billTypeFacts: Record<BillType, BillTypeFacts> = {
  hr: facts("H.R.", "House bill", "House", "bill"),
  s: facts("S.", "Senate bill", "Senate", "bill"),
  hjres: facts("H.J.Res.", "House joint resolution", "House", "joint"),
  sjres: facts("S.J.Res.", "Senate joint resolution", "Senate", "joint"),
  hconres: facts("H.Con.Res.", "House concurrent resolution", "House", "concurrent"),
  sconres: facts("S.Con.Res.", "Senate concurrent resolution", "Senate", "concurrent"),
  hres: facts("H.Res.", "House resolution", "House", "simple"),
  sres: facts("S.Res.", "Senate resolution", "Senate", "simple"),
};

function facts(
  abbreviation: string,
  name: string,
  chamber: BillTypeFacts["chamber"],
  form: BillForm,
): BillTypeFacts {
  return { abbreviation, name, chamber, form, congressGov: name.toLowerCase().replaceAll(" ", "-") };
}

/** Parses `HR`, `H.R.`, `h. r.`, `HJRes`, and the like; returns null for anything else. */
export function readBillType(text: string): BillType | null {
  const bare = text.replace(/[\s.]/g, "").toLowerCase();
  return billTypes.find((type) => type === bare) ?? null;
}

/** Hints for invalid addresses. */
export const acceptedBillTypes = `Use one of ${billTypes.join(", ")}.`;
export const acceptedBillNumbers = "Use a whole number from 1 to 99999, such as 1234.";
export const acceptedCongresses = "Use the number of a Congress, such as 118.";
