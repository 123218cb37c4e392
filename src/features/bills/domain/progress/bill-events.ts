import type { BillAction } from "../bill-shapes.ts";

export type Chamber = "House" | "Senate";

/** Event on a bill's way to becoming law; most actions aren't events. */
export type BillEvent =
  | { kind: PlainKind | "law" }
  | { kind: ChamberKind; chamber: Chamber; isAmended: boolean }
  /** One chamber requested changes to the other's text, or a conference. */
  | { kind: "differences" }
  /** A chamber agreed to the other's text or to the conference report; with `isAmended`, it changed it again. */
  | { kind: "agreed"; chamber: Chamber; isAmended: boolean; isConference: boolean };

type PlainKind =
  | "introduced"
  | "cleared"
  | "presented"
  | "signed"
  | "unsigned"
  | "vetoed"
  | "pocket-vetoed"
  | "to-states";
type ChamberKind = "reported" | "passed" | "failed" | "overridden" | "override-failed";
type EventOfAction = (action: Pick<BillAction, "text">) => BillEvent | null;

const isAmended = (text: string) => /\bwith (?:an )?amendments?\b|\bas amended\b|with an amended/i.test(text);
const ofChamber =
  (kind: ChamberKind, chamber: Chamber): EventOfAction =>
  ({ text }) => ({ kind, chamber, isAmended: isAmended(text) });
const plain =
  (kind: PlainKind): EventOfAction =>
  () => ({ kind });
const differences: EventOfAction = () => ({ kind: "differences" });
const law: EventOfAction = ({ text }) => ({ kind: /^signed by/i.test(text) ? "signed" : "law" });
const resolving =
  (chamber: Chamber): EventOfAction =>
  ({ text }) =>
    /\bdisagree|\binsist|\bconference\b|\bfailed\b|\brejected\b/i.test(text) ||
    !/\bagreed?\b|\bconcur/i.test(text)
      ? { kind: "differences" }
      : { kind: "agreed", chamber, isAmended: isAmended(text), isConference: false };
const conference =
  (chamber: Chamber): EventOfAction =>
  () => ({ kind: "agreed", chamber, isAmended: false, isConference: true });

/** Events by the Library of Congress's codes (congress.gov/help/field-values/action-codes), the most reliable source. */
const eventsByCode: Readonly<Record<string, EventOfAction>> = {
  1000: plain("introduced"),
  1025: plain("introduced"),
  10000: plain("introduced"),
  10025: plain("introduced"),
  5000: ofChamber("reported", "House"),
  5500: ofChamber("reported", "House"),
  8000: ofChamber("passed", "House"),
  9000: ofChamber("failed", "House"),
  14000: ofChamber("reported", "Senate"),
  14500: ofChamber("reported", "Senate"),
  17000: ofChamber("passed", "Senate"),
  18000: ofChamber("failed", "Senate"),
  19500: resolving("House"),
  20500: resolving("Senate"),
  20700: differences,
  20800: differences,
  20900: differences,
  21000: conference("House"),
  22000: differences,
  23000: conference("Senate"),
  24000: differences,
  28000: plain("presented"),
  29000: plain("signed"),
  29100: plain("unsigned"),
  30000: plain("pocket-vetoed"),
  31000: plain("vetoed"),
  32000: ofChamber("overridden", "House"),
  33000: ofChamber("override-failed", "House"),
  34000: ofChamber("overridden", "Senate"),
  35000: ofChamber("override-failed", "Senate"),
  36000: law,
};

/** Events by text, both the Library's and the chambers' own, for actions without a code. */
const eventsByText: readonly (readonly [RegExp, EventOfAction])[] = [
  [/^became (?:public|private) law/i, law],
  [/^pocket vetoed by president/i, plain("pocket-vetoed")],
  [/^vetoed by president/i, plain("vetoed")],
  [/^passed house over veto/i, ofChamber("overridden", "House")],
  [/^passed senate over veto/i, ofChamber("overridden", "Senate")],
  [/^failed of passage in (?:the )?house over veto/i, ofChamber("override-failed", "House")],
  [/^failed of passage in (?:the )?senate over veto/i, ofChamber("override-failed", "Senate")],
  [/^signed by president/i, plain("signed")],
  [/^presented to (?:the )?president/i, plain("presented")],
  [/^(?:sent|presented) to (?:the )?archivist/i, plain("to-states")],
  [/^passed\/agreed to in house/i, ofChamber("passed", "House")],
  [/^passed\/agreed to in senate/i, ofChamber("passed", "Senate")],
  [/^failed of passage\/not agreed to in house/i, ofChamber("failed", "House")],
  [/^failed of passage\/not agreed to in senate/i, ofChamber("failed", "Senate")],
  [/^resolving differences -- house actions/i, resolving("House")],
  [/^resolving differences -- senate actions/i, resolving("Senate")],
  [/^conference report agreed to in house/i, conference("House")],
  [/^conference report agreed to in senate/i, conference("Senate")],
  [/^introduced in (?:the )?(?:house|senate)$/i, plain("introduced")],
  [/^(?:passed senate|resolution agreed to in senate)\b/i, ofChamber("passed", "Senate")],
  [/^(?:introduced|submitted) in the senate,.*\b(?:passed|agreed to)\b/i, ofChamber("passed", "Senate")],
  [/^(?:failed of passage in senate|resolution not agreed to in senate)/i, ofChamber("failed", "Senate")],
  [/^on passage\b.*notwithstanding.*\bpassed\b/i, ofChamber("overridden", "House")],
  [/^on passage\b.*notwithstanding.*\bfailed\b/i, ofChamber("override-failed", "House")],
  [/^on passage\b.*\bpassed\b/i, ofChamber("passed", "House")],
  [/^on passage\b.*\bfailed\b/i, ofChamber("failed", "House")],
  [
    /^on (?:motion to suspend the rules and (?:pass|agree)|agreeing to the resolution)\b.*\bagreed to\b/i,
    ofChamber("passed", "House"),
  ],
  [
    /^on (?:motion to suspend the rules and (?:pass|agree)|agreeing to the resolution)\b.*\bfailed\b/i,
    ofChamber("failed", "House"),
  ],
  [/\bis considered passed house\b/i, ofChamber("passed", "House")],
  [/^(?:received in the senate|the bill was received in the senate)/i, ofChamber("passed", "House")],
  [/^(?:received in the house|held at the desk)/i, ofChamber("passed", "Senate")],
  [/^cleared for (?:the )?white house/i, plain("cleared")],
];

/** Returns the event of an action, by the Library's code if it has one, else by its text; null if it isn't an event. */
export function eventOfAction(action: Pick<BillAction, "text" | "actionCode">): BillEvent | null {
  const byCode = eventsByCode[action.actionCode ?? ""];
  if (byCode !== undefined) return byCode(action);
  const text = action.text.trim();
  const found = eventsByText.find(([pattern]) => pattern.test(text));
  return found?.[1](action) ?? null;
}
