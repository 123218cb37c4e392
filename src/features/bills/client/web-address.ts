/** An address that may become a link to another site; null for what is none, or for another protocol. */
export function webAddress(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) ? url : null;
}
