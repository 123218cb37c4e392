/** Returns a part of an address without its percent codes, or as it is if they are invalid. */
export function decodedText(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
