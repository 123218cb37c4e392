/** A file's text, or the reason it can't be shown. */
export type FileText = { text: string } | { problem: string };

export const binaryProblem = "This file isn’t text, so it can’t be shown here.";
const binary: FileText = { problem: binaryProblem };
/** Matches control characters that aren't in text files: any but tab, line feed, form feed, carriage return, and escape. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;
/** Matches bytes that are unassigned in Windows-1252, which the decoder turns into C1 controls. */
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Decodes a file's bytes: by byte order mark (which is dropped), else as UTF-8, else as Windows-1252, the superset of
 * Latin-1 used by old sources.
 */
export function decodeFileText(bytes: Uint8Array): FileText {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : null;
  if (marked !== null) return textOf(decode(bytes, marked), false);
  const text = decode(bytes, "utf-8");
  if (text !== null) return textOf(text, false);
  return textOf(decode(bytes, "windows-1252"), true);
}

function textOf(text: string | null, isGuess: boolean): FileText {
  if (text === null || text.includes("\u0000")) return binary;
  // Bytes other than UTF-8 count as text only without any sign to the contrary: most are images and archives.
  if (isGuess && (controls.test(text) || unassigned.test(text))) return binary;
  return { text };
}

/** Returns null for bytes that are invalid in this encoding. Drops a byte order mark. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
