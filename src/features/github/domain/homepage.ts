/**
 * Returns the web address in a repository's `homepage`, which holds whatever its owner typed; null for anything else,
 * above all `javascript:`. Like GitHub, takes a bare name such as `example.com` for an address.
 */
export function homepageUrl(homepage: string | null): string | null {
  const text = homepage?.trim() ?? "";
  if (/^https?:\/\/[^\s"'<>]+$/i.test(text)) return text;
  return /^(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/[^\s"'<>]*)?$/i.test(text) ? `https://${text}` : null;
}
