import { textOrNull } from "../values/clean-text.ts";

/** Texts of a row, from its `:86:` field. */
export type Mt940Details = {
  name: string | null;
  account: string | null;
  memo: string | null;
  /** The bank's words for the kind of row, such as "Gutschrift". */
  bookingText: string | null;
  /** The shop behind a processor, or whoever else the money is really for or from. */
  ultimate: string | null;
};

/** Text beyond this isn't read; SWIFT allows 390 characters. */
const mostCharacters = 4000;

const none: Mt940Details = { name: null, account: null, memo: null, bookingText: null, ultimate: null };

/**
 * Reads the description of a row in the dialects that banks use (docs/reference/import.md, "MT940"): numbered parts
 * (`166?00…?20…`, Polish banks with `^`, `<` or `~`), named parts (`/NAME/…/REMI/…`), or free text. Money in is from the ultimate
 * debtor (`ABWA+`), money out for the ultimate creditor (`ABWE+`).
 */
export function readDetails(lines: readonly string[], isIn: boolean): Mt940Details {
  const joined = lines.join("").slice(0, mostCharacters);
  const [, separator] = /^(?:\d{3})?([?<^~])\d{2}/.exec(joined) ?? [];
  if (separator !== undefined) return numberedParts(joined, separator, isIn);
  if (/^\/[A-Z]{3,8}\//.test(joined.trim())) return namedParts(joined.trim(), isIn);
  return freeText(lines);
}

/** Remittance is in the parts 20–29 and 60–63, cut into pieces without regard to words. */
const remittanceParts = /^(?:2\d|6[0-3])$/;

function numberedParts(text: string, separator: string, isIn: boolean): Mt940Details {
  const parts = new Map<string, string>();
  let remittance = "";
  for (const piece of text.split(separator).slice(1)) {
    const code = piece.slice(0, 2);
    if (!/^\d{2}$/.test(code)) {
      // The separator itself is part of a text.
      remittance += separator + piece;
    } else if (remittanceParts.test(code)) remittance += piece.slice(2);
    else parts.set(code, (parts.get(code) ?? "") + piece.slice(2));
  }
  const sepa = sepaParts(remittance);
  return {
    name: textOrNull(`${parts.get("32") ?? ""}${parts.get("33") ?? ""}`),
    account: textOrNull(parts.get("38") ?? parts.get("31") ?? sepa.get("IBAN")),
    memo: textOrNull(sepa.get("SVWZ") ?? sepa.get("")),
    bookingText: textOrNull(parts.get("00")),
    ultimate: textOrNull(sepa.get(isIn ? "ABWA" : "ABWE")),
  };
}

const sepaKeyword = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/;

/** Splits remittance at the keywords inside it (`EREF+…SVWZ+…`); what comes before them has the key "". */
function sepaParts(remittance: string): Map<string, string> {
  const [before = "", ...pieces] = remittance.split(sepaKeyword);
  const parts = new Map<string, string>();
  if (before !== "") parts.set("", before);
  for (let index = 0; index + 1 < pieces.length; index += 2) {
    parts.set(pieces[index] ?? "", pieces[index + 1] ?? "");
  }
  return parts;
}

const partName =
  /\/(TRTP|TRCD|CNTP|IBAN|BIC|NAME|REMI|EREF|PREF|MARF|CSID|ORDP|BENM|ULTC|ULTD|ULTB|PURP|RTRN|ISDT|ADDR|ID)\//;

/** Reads the parts of Dutch banks: `/TRTP/SEPA …/IBAN/…/NAME/…/REMI/…`, at ING `/CNTP/account/bank/name///REMI/USTD//…/`. */
function namedParts(text: string, isIn: boolean): Mt940Details {
  const pieces = text.split(partName);
  const parts = new Map<string, string>();
  for (let index = 1; index < pieces.length; index += 2) {
    const name = pieces[index] ?? "";
    if (!parts.has(name)) parts.set(name, pieces[index + 1] ?? "");
  }
  const [account = "", , name = ""] = (parts.get("CNTP") ?? "").split("/");
  const remittance = (parts.get("REMI") ?? "").replace(/^(?:USTD|STRD)\/[^/]*\//, "").replace(/\/+$/, "");
  const ultimate = parts.get(isIn ? "ULTD" : "ULTC") ?? parts.get("ULTB") ?? "";
  return {
    ...none,
    name: textOrNull(parts.get("NAME")) ?? textOrNull(name),
    account: textOrNull(parts.get("IBAN")) ?? textOrNull(account),
    memo: textOrNull(remittance),
    bookingText: textOrNull(parts.get("TRTP")),
    ultimate: textOrNull(ultimate.replace(/^\/?NAME\//, "")),
  };
}

/** Lines of this length were cut, so they don't end with a word. */
const fullLine = 60;

/** Takes the first line as the name if it's a line of its own. */
function freeText(lines: readonly string[]): Mt940Details {
  const [first = "", ...rest] = lines.map((line) => line.trim()).filter((line) => line !== "");
  if (first.length >= fullLine) return { ...none, name: textOrNull([first, ...rest].join("")) };
  return { ...none, name: textOrNull(first), memo: textOrNull(rest.join(" ")) };
}
