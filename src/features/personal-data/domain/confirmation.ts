/** Phrase to type for a person without an address. */
const fallbackWord = "delete everything";

/** Returns the text a person must type to delete their data: their address. */
export function confirmationFor(userDetails: string): string {
  const address = userDetails.trim();
  return address === "" ? fallbackWord : address;
}

/** True if the typed text matches, ignoring case and surrounding spaces. */
export function isConfirmed(typed: string, expected: string): boolean {
  return folded(typed) === folded(expected);
}

function folded(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
