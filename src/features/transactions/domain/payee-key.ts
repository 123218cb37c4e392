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

/** Returns the payee key of a row, from its merchant if the bank names one, otherwise from its name. */
export function payeeKeyOf({ name, merchantName }: { name: string; merchantName: string | null }): string {
  return payeeKey(merchantName === null || merchantName.trim() === "" ? name : merchantName);
}
