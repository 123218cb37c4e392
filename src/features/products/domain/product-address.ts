import { tidySerialNumber } from "./serial-number.ts";

/**
 * The serial number that an address of the product search asks for, in its path or as what a form without a script
 * sent; null where it asks for none. Read from the address
 * itself: a router's parameter cannot tell "%2F" in a number from a slash.
 */
export function serialNumberIn(pathname: string, sentByForm: string | null): string | null {
  const segment = /^\/search\/([^/]+)\/?$/i.exec(pathname)?.[1];
  const asked = segment === undefined ? sentByForm : decodedSegment(segment);
  const serialNumber = tidySerialNumber(asked ?? "");
  return serialNumber === "" ? null : serialNumber;
}

/** A segment whose percent codes mean no text is taken as it stands. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What was typed as a serial number that an address can hold: halves of characters become the replacement sign. */
export function typedSerialNumber(text: string): string {
  return tidySerialNumber(text.toWellFormed());
}
