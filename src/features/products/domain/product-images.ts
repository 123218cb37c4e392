/** Stored widths of each image in pixels (docs/reference/product.md, "Product search"); a smaller original is never enlarged. */
export const imageWidths = [320, 800, 1600] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Maximum number of images per product. */
export const maxImages = 20;

/** Maximum size of an uploaded file (docs/reference/http-api.md, "Users and products"). */
export const maxImageBytes = 10_000_000;

/** Returns an image's address in one of its widths; its content never changes. */
export function imageUri(hash: string, width: ImageWidth): string {
  return `/images/${hash}-${width}.webp`;
}

/** Returns an image's address in another width, given the `uri` of an answer, for `srcset`. */
export function imageUriAt(uri: string, width: ImageWidth): string {
  return uri.replace(/-\d+(?=\.webp$)/, `-${width}`);
}

/** Parses the last part of an address under /images into hash and width; returns null for anything else. */
export function readImageName(name: string): { hash: string; width: ImageWidth } | null {
  const [, hash, digits] = /^([0-9a-f]{32})-(\d{3,4})\.webp$/.exec(name) ?? [];
  const width = imageWidths.find((known) => String(known) === digits);
  return hash === undefined || width === undefined ? null : { hash, width };
}
