/** The eight kinds of bills and resolutions, as api.congress.gov spells them in addresses (docs/reference/upstreams.md, "Congress calls"). */
export const billTypes = ["hr", "s", "hjres", "sjres", "hconres", "sconres", "hres", "sres"] as const;

export type BillType = (typeof billTypes)[number];

/** Which bill: the type in lower case, the number as text (old Congresses have numbers such as "590½"). */
export type BillKey = { congress: number; billType: BillType; billNumber: string };

/** `bill` needs both chambers and the President; `joint` too, but for amendments of the Constitution; `concurrent` both chambers; `simple` its own. */
export type BillForm = "bill" | "joint" | "concurrent" | "simple";

type BillTypeFacts = {
  /** As in a citation: `H.R.`, `S.J.Res.` */
  abbreviation: string;
  /** In words: "House bill". */
  name: string;
  chamber: "House" | "Senate";
  form: BillForm;
  /** As www.congress.gov spells it in addresses. */
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

/** Reads `HR`, `H.R.`, `h. r.`, `HJRes` and the like; null for what is no type. */
export function readBillType(text: string): BillType | null {
  const bare = text.replace(/[\s.]/g, "").toLowerCase();
  return billTypes.find((type) => type === bare) ?? null;
}

/** What may stand in the address, for those who wrote something else. */
export const acceptedBillTypes = `Use one of ${billTypes.join(", ")}.`;
export const acceptedBillNumbers = "Use a whole number from 1, such as 1234.";
export const acceptedCongresses = "Use the number of a Congress, such as 118.";
