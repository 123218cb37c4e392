/** Text beyond this isn't searched. */
const mostCharacters = 20_000;

/** Finds the first IBAN with right check digits (ISO 13616) in a text, without its spaces. */
export function findIban(text: string): string | null {
  const pattern = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
  for (const [found] of text.slice(0, mostCharacters).matchAll(pattern)) {
    const iban = found.replaceAll(" ", "");
    if (hasCheckDigits(iban)) return iban;
  }
  return null;
}

function hasCheckDigits(iban: string): boolean {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) =>
    Number.parseInt(character, 36),
  ).join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
