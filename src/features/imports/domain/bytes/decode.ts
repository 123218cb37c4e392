import { StatementError } from "../statement.ts";

/** The part of the Encoding standard that browsers and Node share. */
declare const TextDecoder: new (
  label?: string,
  options?: { fatal?: boolean },
) => { readonly encoding: string; decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/**
 * Returns the text of a file with `\n` as its line end (docs/reference/import.md, "Charsets"). A charset that the file declares
 * counts only if the bytes aren't UTF-8, because banks declare others and write UTF-8. Throws a {@link StatementError} if it's
 * no text.
 */
export function decodeFile(bytes: Uint8Array, charset = charsetOf(bytes)): string {
  const text = new TextDecoder(charset).decode(bytes).replace(/^\uFEFF/, "");
  const end = endOfText(text);
  const body = end === text.length ? text : text.slice(0, end);
  if (isBinary(body)) throw new StatementError("This isn’t a text file, so it can’t be a bank statement.");
  return body.includes("\r") ? body.replaceAll(/\r\n?/g, "\n") : body;
}

/** Returns the charset that a file is in, as the Encoding standard names it. */
export function charsetOf(bytes: Uint8Array): string {
  return markOf(bytes) ?? utf16Of(bytes) ?? (isValid(bytes, "utf-8") ? "utf-8" : legacyCharset(bytes));
}

/** Returns the charset of a byte order mark. */
function markOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

const utf16Sample = 1024;

/** Recognizes UTF-16 without a mark by the zero bytes of ASCII characters, which are all on one side. */
function utf16Of(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, utf16Sample);
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 1) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const most = length * 0.3;
  if (odd > most && even === 0) return "utf-16le";
  return even > most && odd === 0 ? "utf-16be" : null;
}

const pieceBytes = 64 * 1024;

/** Decodes piece by piece, so that a large file isn't in memory once more. */
function isValid(bytes: Uint8Array, charset: string): boolean {
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the declared charset if a decoder knows it, or Windows-1252, or 1250 if bytes occur that 1252 doesn't define. Bytes that
 * neither defines are lead bytes of Shift_JIS.
 */
function legacyCharset(bytes: Uint8Array): string {
  const declared = declaredCharset(bytes) ?? "windows-1252";
  if (declared !== "windows-1252") return declared;
  if (!bytes.some((byte) => undefinedIn1252.has(byte))) return "windows-1252";
  const isNeither = bytes.some((byte) => undefinedIn1250.has(byte));
  return isNeither && isValid(bytes, "shift_jis") ? "shift_jis" : "windows-1250";
}

const undefinedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const undefinedIn1250 = new Set([0x81, 0x83, 0x88, 0x90, 0x98]);

/** Returns the charset in the header of an OFX file or an XML declaration, as the Encoding standard names it. */
function declaredCharset(bytes: Uint8Array): string | null {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, 1000));
  const [, name = ""] =
    /^\s*<\?xml[^>]{0,200}?encoding\s{0,5}=\s{0,5}["']([\w-]{1,40})/i.exec(head) ??
    /CHARSET\s{0,20}:\s{0,20}([\w-]{1,40})/i.exec(head) ??
    [];
  const label = /^125[0-8]$/.test(name) ? `windows-${name}` : name.replace(/^8859/, "iso-8859");
  try {
    const { encoding } = new TextDecoder(label === "" ? "none" : label);
    return encoding.startsWith("utf") ? null : encoding;
  } catch {
    return null;
  }
}

/** Returns where the text ends, before the padding of old systems (zero bytes, Ctrl+Z). */
function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && "\0\u001A".includes(text.charAt(end - 1))) end -= 1;
  return end;
}

const binarySample = 64 * 1024;

function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  const length = Math.min(text.length, binarySample);
  let controls = 0;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d)) controls += 1;
  }
  return controls > length / 50 + 2;
}
