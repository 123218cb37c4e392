const mostCharacters = 500;
/** Text beyond this isn't even cleaned. */
const mostInput = 4000;
const plain = /^[!-~]+(?: [!-~]+)*$/;
/** Control, format, and unpaired characters, except the joiners that emoji and some scripts need. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Returns text of a file as one line: composed (NFC), without invisible characters, with single spaces, and at most 500
 * characters long. Nothing else changes: a payee that looks like a formula stays as it is.
 */
export function cleanText(text: string): string {
  if (text.length <= mostCharacters && plain.test(text)) return text;
  const line = text
    .slice(0, mostInput)
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .replaceAll(unseen, "")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  return line.length > mostCharacters ? cut(line) : line;
}

/** Returns cleaned text, or null if nothing is left. */
export function textOrNull(text: string | null | undefined): string | null {
  const clean = cleanText(text ?? "");
  return clean === "" ? null : clean;
}

/** Returns a text with its letters' accents left out. */
export function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

function cut(line: string): string {
  return line
    .slice(0, mostCharacters)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

const longestShared = 24;
const mostShared = 5_000;

/** Returns a function that returns one text for equal ones: rows have the same few names, types, and days, each a text of its own. */
export function createTextPool(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    if (text.length > longestShared) return text;
    const known = texts.get(text);
    if (known !== undefined || texts.size >= mostShared) return known ?? text;
    texts.set(text, text);
    return text;
  };
}

/** Returns the last four letters or digits of an account's number, or null for a shorter one. */
export function maskOf(accountId: string | null): string | null {
  const bare = (accountId ?? "").replaceAll(/[^\p{L}\p{N}]/gu, "");
  return bare.length >= 4 ? bare.slice(-4) : null;
}
