/** What stands for "yes, mine" where a person has no address to type. */
const fallbackWord = "delete everything";

/** What a person has to type before everything of theirs is deleted: their own address. */
export function confirmationFor(userDetails: string): string {
  const address = userDetails.trim();
  return address === "" ? fallbackWord : address;
}

/** Whether what was typed is it; case and blanks around it make no difference. */
export function isConfirmed(typed: string, wanted: string): boolean {
  return folded(typed) === folded(wanted);
}

function folded(text: string): string {
  return text.trim().normalize("NFC").toLowerCase();
}
