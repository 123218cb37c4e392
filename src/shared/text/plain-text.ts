/** Control characters, marks that steer how text runs, broken pairs. What emoji and scripts are joined with is none of them. */
const unseen = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;
const unseenInParagraphs = /[^\P{Cc}\n\t]|[\p{Cs}\u2028\u2029]/u;

/** One line of text in which everything can be seen. */
export function isPlainLine(text: string): boolean {
  return !unseen.test(text);
}

/** Text of several lines: line ends, tabs and the marks of scripts that run from the right may stand in it. */
export function isPlainText(text: string): boolean {
  return !unseenInParagraphs.test(text);
}

/** Line ends as one character, whatever the system they were typed on; no white space around. */
export function tidyText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").normalize("NFC").trim();
}
