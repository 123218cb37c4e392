import { cleanPayee } from "./clean-payee.ts";

/**
 * Normalizes a name or merchant for comparison (docs/reference/money.md, "Pending and posted"). It drops case, digits, and
 * punctuation, so `SQ *BLUE FIG 0412` equals `Sq Blue Fig #9`. Text without letters is compared as written.
 */
export function payeeKey(text: string): string {
  const written = text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  const letters = written
    .replaceAll(/[^\p{L}\p{M}\s]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return letters === "" ? written : letters;
}

/** The texts that a row's payee is read from. */
export type PayeeTexts = { name: string; merchantName: string | null };

/** Returns the payee of a row before a rule renames it: its merchant if the bank names one, otherwise its name, cleaned. */
export function payeeOf({ name, merchantName }: PayeeTexts): string {
  return merchantName === null || merchantName.trim() === "" ? cleanPayee(name) : merchantName.trim();
}

/** Returns the payee key of a row. */
export function payeeKeyOf(row: PayeeTexts): string {
  return payeeKey(payeeOf(row));
}

/** Returns the payee of a row and its key. */
export type PayeeReader = (row: PayeeTexts) => { payee: string; payeeKey: string };

/** Reads payees, each text once, because cleaning takes longest, and many rows have the same. */
export function payeeReader(): PayeeReader {
  const known = new Map<string, ReturnType<PayeeReader>>();
  return ({ name, merchantName }) => {
    const text = merchantName === null ? name : `${name}\n${merchantName}`;
    const before = known.get(text);
    if (before !== undefined) return before;
    const payee = payeeOf({ name, merchantName });
    const read = { payee, payeeKey: payeeKey(payee) };
    known.set(text, read);
    return read;
  };
}
