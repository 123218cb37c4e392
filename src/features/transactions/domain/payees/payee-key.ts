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
