import type { z } from "zod";
import { FieldMerge, quoted } from "#shared/field-merge.ts";
import type { Product, ProductBasis, productsContract } from "../contract.ts";

/** Input of a save. `altTexts` belongs to `imageIds`; if missing, the texts stay. */
export type ProductInput = z.output<typeof productsContract.saveProduct.input>;

/**
 * Merges a save with the current product. Images are one field, because their order is part of it.
 * @throws AppError 409 for fields changed both here and elsewhere
 */
export function mergeProduct(input: ProductInput, basedOn: ProductBasis, current: Product): ProductInput {
  const merge = new FieldMerge(input.decided);
  const sides = { basedOn, mine: input, theirs: current };
  const texts = {
    name: merge.takeField(sides, "name", { label: "Name", words: quoted }),
    serialNumber: merge.takeField(sides, "serialNumber", { label: "Serial Number", words: quoted }),
    grade: merge.takeField(sides, "grade", { label: "Grade", words: quoted }),
    description: merge.takeField(sides, "description", { label: "Description", words: quoted }),
  };
  const pictures = mergePictures(merge, input, basedOn, current);
  merge.refuseConflicts(current);
  return { ...input, ...texts, ...pictures };
}

/** Compares images; without texts on one side, compares only their ids and order. */
function mergePictures(
  merge: FieldMerge,
  { imageIds, altTexts }: ProductInput,
  basedOn: ProductBasis,
  { images }: Product,
): Pick<ProductInput, "imageIds" | "altTexts"> {
  const hasTexts = altTexts !== undefined && basedOn.altTexts !== undefined;
  const known = new Map(images.map((image) => [image.imageId, image.altText]));
  const listOf = (ids: readonly number[], texts: readonly string[] = []) =>
    ids.map((imageId, place) => ({
      imageId,
      altText: hasTexts ? (texts[place] ?? "") : (known.get(imageId) ?? ""),
    }));
  const theirs = listOf(
    images.map(({ imageId }) => imageId),
    images.map(({ altText }) => altText),
  );
  const kept = merge.take({
    field: "imageIds",
    label: "Images",
    basedOn: basedOn.imageIds && listOf(basedOn.imageIds, basedOn.altTexts),
    mine: listOf(imageIds, altTexts),
    theirs,
    words: imagesText,
    sentence: (saved) => `The images were changed to ${imagesText(saved)} in the meantime.`,
  });
  return kept === theirs
    ? { imageIds: theirs.map(({ imageId }) => imageId), altTexts: undefined }
    : { imageIds, altTexts };
}

function imagesText(pictures: readonly { imageId: number; altText: string }[]): string {
  if (pictures.length === 0) return "no images";
  const names = pictures.map(({ imageId, altText }) => (altText === "" ? `no. ${imageId}` : quoted(altText)));
  return `${pictures.length === 1 ? "1 image" : `${pictures.length} images`}: ${names.join(", ")}`;
}
