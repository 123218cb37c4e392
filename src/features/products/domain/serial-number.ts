/** Maximum length of a serial number (docs/reference/http-api.md, "Limits"). */
export const maxSerialNumberCharacters = 64;

/**
 * Returns a serial number as it is stored and shown: compatible characters unified (full-width letters become plain
 * ones), trimmed, with single spaces inside. Letters that only look alike stay different.
 */
export function tidySerialNumber(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ");
}

/** Returns the key by which serial numbers are compared, which ignores case (docs/reference/http-api.md, "Users and products"). */
export function serialNumberKey(text: string): string {
  // Lower case first and last: capital sharp s has a small letter, and only that one becomes SS.
  return tidySerialNumber(text).toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** Returns false for control and invisible characters, which must not tell two numbers apart. */
export function isVisible(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}

/** Returns the name of a file with a serial number's QR code: letters and digits of any script, with "-" for the rest. */
export function qrFileName(serialNumber: string): string {
  return `qr-${serialNumber.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-")}.svg`;
}
