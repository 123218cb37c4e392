import { FieldMerge, quoted, type Decision } from "#shared/field-merge.ts";
import type { Product, ProductBasis } from "../contract.ts";

/** What a product is saved with; `altTexts` goes with `imageIds`, and leaves the texts as they are where it is missing. */
export type ProductInput = Pick<Product, "productId" | "name" | "serialNumber" | "grade" | "description"> & {
  imageIds: number[];
  altTexts?: string[] | undefined;
  basedOn?: ProductBasis | undefined;
  decided?: readonly Decision[] | undefined;
};

/**
 * What a save of a product comes to over what is saved now. Its pictures are one field: their order is part of them.
 * @throws AppError 409 for what was changed here and elsewhere
 */
export function mergeProduct(input: ProductInput, basedOn: ProductBasis, current: Product): ProductInput {
  const merge = new FieldMerge(input.decided);
  const sides = { basedOn, mine: input, theirs: current };
  const texts = {
    name: merge.takeText(sides, "name", { label: "Name" }),
    serialNumber: merge.takeText(sides, "serialNumber", { label: "Serial Number" }),
    grade: merge.takeText(sides, "grade", { label: "Grade" }),
    description: merge.takeText(sides, "description", { label: "Description" }),
  };
  const pictures = mergePictures(merge, input, basedOn, current);
  merge.refuseConflicts(current);
  return { ...input, ...texts, ...pictures };
}

/** Without texts on one side, only which pictures there are is compared. */
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
    label: "Pictures",
    basedOn: basedOn.imageIds && listOf(basedOn.imageIds, basedOn.altTexts),
    mine: listOf(imageIds, altTexts),
    theirs,
    words: picturesWords,
    sentence: (saved) => `The pictures were changed to ${picturesWords(saved)} in the meantime.`,
  });
  return kept === theirs
    ? { imageIds: theirs.map(({ imageId }) => imageId), altTexts: undefined }
    : { imageIds, altTexts };
}

function picturesWords(pictures: readonly { imageId: number; altText: string }[]): string {
  if (pictures.length === 0) return "no pictures";
  const names = pictures.map(({ imageId, altText }) => (altText === "" ? `no. ${imageId}` : quoted(altText)));
  return `${pictures.length === 1 ? "1 picture" : `${pictures.length} pictures`}: ${names.join(", ")}`;
}
