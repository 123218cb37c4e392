/** Most characters of a serial number (docs/reference/http-api.md, "Limits"). */
export const longestSerialNumber = 64;

/**
 * A serial number as it is kept and shown: compatible characters made one (full-width letters become plain ones), no
 * white space around, single spaces inside. Letters that only look alike stay different.
 */
export function tidySerialNumber(text: string): string {
  return text.normalize("NFKC").trim().replaceAll(/\s+/g, " ");
}

/** What two serial numbers are compared by: equal whatever the case (docs/reference/http-api.md, "Users and products"). */
export function serialNumberKey(text: string): string {
  // To lower case first and last: capital sharp s has a small letter, and only that has the capitals SS.
  return tidySerialNumber(text).toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

/** False for control characters and for what nobody can see or type: two numbers must not differ by such. */
export function isVisible(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text);
}
