/**
 * Invisible characters: control characters, most format characters, lone surrogates. The joiners that emoji and some scripts
 * need are not among them.
 */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;
const unseenInParagraphs = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;

/** Returns true for one line of text without invisible characters. */
export function isPlainLine(text: string): boolean {
  return !unseen.test(text);
}

/** Returns true for text of several lines, which may contain line ends, tabs and the direction marks of right-to-left scripts. */
export function isPlainText(text: string): boolean {
  return !unseenInParagraphs.test(text);
}

/** Returns true for text of spaces and invisible characters only. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Cs}]*$/u.test(text);
}

/** Normalizes line ends to one character, and trims. */
export function tidyText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").normalize("NFC").trim();
}
