/** Widths in pixels in which each image is kept (docs/reference/product.md, "Product search"); a smaller original is never enlarged. */
export const imageWidths = [320, 800, 1600] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Most images of one product. */
export const mostImages = 20;

/** Most bytes of a file that is sent (docs/reference/http-api.md, "Users and products"). */
export const maxImageBytes = 10_000_000;

/** The address of an image in one of its widths; what it answers never changes. */
export function imageUri(hash: string, width: ImageWidth): string {
  return `/images/${hash}-${width}.webp`;
}

/** The same image in another width, from the `uri` of an answer: for `srcset`. */
export function imageUriAt(uri: string, width: ImageWidth): string {
  return uri.replace(/-\d+(?=\.webp$)/, `-${width}`);
}

/** Hash and width of the last part of an address under /images; null for anything that is none. */
export function readImageName(name: string): { hash: string; width: ImageWidth } | null {
  const [, hash, digits] = /^([0-9a-f]{32})-(\d{3,4})\.webp$/.exec(name) ?? [];
  const width = imageWidths.find((known) => String(known) === digits);
  return hash === undefined || width === undefined ? null : { hash, width };
}
