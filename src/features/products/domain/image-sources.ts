import { imageUriAt, imageWidths } from "./product-images.ts";

/** An image to show; width and height are pixels of the original. */
export type ShownImage = { uri: string; altText: string; width: number; height: number };

/**
 * Returns `src` and `srcset` of an image. A smaller original is never enlarged, so widths beyond it repeat the previous
 * file and are left out.
 */
export function imageSources({ uri, width }: Pick<ShownImage, "uri" | "width">): {
  src: string;
  srcSet: string;
} {
  const first = imageWidths.findIndex((kept) => kept >= width);
  const useful = first === -1 ? imageWidths : imageWidths.slice(0, first + 1);
  return {
    src: imageUriAt(uri, useful.at(-1) ?? 320),
    srcSet: useful.map((kept) => `${imageUriAt(uri, kept)} ${Math.min(kept, width)}w`).join(", "),
  };
}

/** Returns an image's alt text, or its product and position if it has none. */
export function imageAlt(image: Pick<ShownImage, "altText">, productName: string, index: number): string {
  return image.altText === "" ? `${productName}, image ${index + 1}` : image.altText;
}

/** Returns the file name of a saved image, in plain characters because systems differ in what else they allow. */
export function imageFileName(productName: string, index: number): string {
  const name = productName
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${name === "" ? "product" : name}-${index + 1}.webp`;
}
