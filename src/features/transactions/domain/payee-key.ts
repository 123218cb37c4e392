/**
 * A name or merchant as it is compared (docs/reference/money.md, "Pending and posted"): case, digits and punctuation dropped, so that
 * `SQ *BLUE FIG 0412` and `Sq Blue Fig #9` are one. What has no letters at all is compared as it is written.
 */
export function payeeKey(text: string): string {
  const written = text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  const letters = written
    .replaceAll(/[^\p{L}\p{M}\s]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return letters === "" ? written : letters;
}

/** The key that a row of the ledger is filed under: its merchant's where the bank names one, else its name's. */
export function payeeKeyOf({ name, merchantName }: { name: string; merchantName: string | null }): string {
  return payeeKey(merchantName === null || merchantName.trim() === "" ? name : merchantName);
}
