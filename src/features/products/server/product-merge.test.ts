import { describe, expect, it } from "vitest";
import { AppError } from "#shared/errors.ts";
import type { Product } from "../contract.ts";
import { mergeProduct } from "./product-merge.ts";

const text = { name: "Lamp", serialNumber: "LMP-1", grade: "A", description: "" };
const basedOn = { ...text, imageIds: [1, 2], altTexts: ["Front", ""] };
const asOpened = { productId: 7, ...text, imageIds: [1, 2], altTexts: ["Front", ""] };

function saved(pictures: Record<number, string>): Product {
  const images = Object.entries(pictures).map(([imageId, altText]) => ({
    imageId: Number(imageId),
    altText,
    uri: `/images/${imageId}.webp`,
    width: 10,
    height: 10,
  }));
  return { productId: 7, ...text, imageUris: images.map(({ uri }) => uri), images };
}

describe("images of a product that two people save", () => {
  it("keep the other person's change if only that person changed them", () => {
    const current = saved({ 1: "Front", 2: "", 3: "Back" });
    const merged = mergeProduct({ ...asOpened, name: "Desk" }, basedOn, current);
    expect(merged).toMatchObject({ name: "Desk", imageIds: [1, 2, 3], altTexts: undefined });
  });

  it("keep your change, including texts, if nobody else changed them", () => {
    const mine = { ...asOpened, imageIds: [2], altTexts: ["Side"] };
    const merged = mergeProduct(mine, basedOn, saved({ 1: "Front", 2: "" }));
    expect(merged).toMatchObject({ imageIds: [2], altTexts: ["Side"] });
  });

  it("conflict if both changed them", () => {
    const mine = { ...asOpened, altTexts: ["Front", "Side"] };
    const merge = () => mergeProduct(mine, basedOn, saved({ 1: "Front" }));
    expect(merge).toThrow(AppError);
    expect(merge).toThrow("The images were changed to 1 image: “Front” in the meantime.");
    const decided = [{ field: "imageIds", theirs: "1 image: “Front”", keep: "mine" as const }];
    const kept = mergeProduct({ ...mine, decided }, basedOn, saved({ 1: "Front" }));
    expect(kept).toMatchObject({ imageIds: [1, 2], altTexts: ["Front", "Side"] });
  });
});
