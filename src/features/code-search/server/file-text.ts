/** The text of a file's bytes, or in words why there is none to show. */
export type FileText = { text: string } | { problem: string };

const binary: FileText = { problem: "This file is not text, so it is not shown here." };
/** What no text file holds: control characters other than tab, line feed, form feed, carriage return and escape. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;
/** Bytes that Windows-1252 gives no character: the decoder makes them C1 controls. */
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Reads bytes as a person would want to see them: a byte order mark decides (and is dropped), else UTF-8, else
 * Windows-1252, the superset of Latin-1 that old sources are written in.
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
  // Bytes that are not UTF-8 are text only if nothing speaks against it: most of them are pictures and archives.
  if (isGuess && (controls.test(text) || unassigned.test(text))) return binary;
  return { text };
}

/** Null where the bytes are not of this encoding. A byte order mark is dropped. */
function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
