import { describe, expect, it } from "vitest";
import { imageUri, imageUriAt, imageWidths, readImageName } from "./product-images.ts";

const hash = "0123456789abcdef0123456789abcdef";

describe("an image's address", () => {
  it("contains the content's hash and the width, and round-trips", () => {
    for (const width of imageWidths) {
      const uri = imageUri(hash, width);
      expect(uri).toBe(`/images/${hash}-${width}.webp`);
      expect(readImageName(uri.slice("/images/".length))).toEqual({ hash, width });
      expect(imageUriAt(imageUri(hash, 1600), width)).toBe(uri);
    }
  });

  it.each([
    "",
    hash,
    `${hash}-321.webp`,
    `${hash}-0320.webp`,
    `${hash}-320.png`,
    `${hash.toUpperCase()}-320.webp`,
    `${hash}0-320.webp`,
    `../${hash}-320.webp`,
    `${hash}-320.webp\n`,
    `${hash}-constructor.webp`,
  ])("doesn't match %j", (name) => {
    expect(readImageName(name)).toBeNull();
  });
});
