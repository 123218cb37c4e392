/** Returns an http or https address that is safe to link to; null for anything else. */
export function webAddress(url: string | undefined): string | null {
  return url !== undefined && /^https?:\/\//i.test(url) ? url : null;
}
