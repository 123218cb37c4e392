import { decodedText } from "#shared/text/decoded-text.ts";
import { isBlank } from "#shared/text/plain-text.ts";
import { tidySerialNumber } from "./serial-number.ts";

/**
 * Returns the serial number in a product search's address, from its path or from a form sent without JavaScript; null if
 * there is nothing to see of one. Reads the address itself, because a router's parameter can't tell "%2F" in a number from a slash.
 */
export function serialNumberIn(pathname: string, sentByForm: string | null): string | null {
  const segment = /^\/search\/([^/]+)\/?$/i.exec(pathname)?.[1];
  const asked = segment === undefined ? sentByForm : decodedText(segment);
  const serialNumber = tidySerialNumber(asked ?? "");
  return isBlank(serialNumber) ? null : serialNumber;
}

/** Returns a typed serial number that an address can hold, with lone surrogates replaced. */
export function typedSerialNumber(text: string): string {
  return tidySerialNumber(text.toWellFormed());
}
