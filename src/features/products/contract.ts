import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { isPlainLine, isPlainText, tidyText } from "#shared/text/plain-text.ts";
import { maxImageBytes, mostImages } from "./domain/product-images.ts";
import { isVisible, longestSerialNumber, tidySerialNumber } from "./domain/serial-number.ts";

const invisible = "Use only characters that can be seen.";

/** Text of one line, at most 200 characters (docs/reference/http-api.md, "Limits"). */
function line(maxLength = 200) {
  return z
    .string()
    .overwrite(tidyText)
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .refine(isPlainLine, invisible);
}

const serialNumber = z
  .string("Enter a serial number.")
  .overwrite(tidySerialNumber)
  .min(1, "Enter a serial number.")
  .max(longestSerialNumber, `A serial number has at most ${longestSerialNumber} characters.`)
  .refine(isVisible, `A serial number has no control characters. ${invisible}`);

/** What the database counts ids with. */
const id = z.int32().positive();

const image = z.object({
  /** In the largest width; `imageUriAt` names the others. */
  uri: z.string(),
  altText: z.string(),
  /** Pixels of the original, upright. */
  width: z.int().positive(),
  height: z.int().positive(),
});

const ownImage = image.extend({ imageId: id });

const publicProduct = z.object({
  name: z.string(),
  serialNumber: z.string(),
  grade: z.string(),
  description: z.string(),
});

const product = publicProduct.extend({
  productId: id,
  imageUris: z.array(z.string()),
  images: z.array(ownImage),
});

const foundProduct = z.object({
  success: z.literal(true),
  product: publicProduct,
  imageUris: z.array(z.string()),
  images: z.array(image),
  errorMessage: z.null(),
});

/** The bare 404 of a serial number that no product has (docs/reference/http-api.md, "Public calls"). */
const noProduct = z.object({
  success: z.literal(false),
  product: z.null(),
  imageUris: z.array(z.never()),
  images: z.array(z.never()),
  errorMessage: z.string(),
});

/** What a caller has read before it saves. */
const productBasis = z
  .object(
    {
      name: z.string(),
      serialNumber: z.string(),
      grade: z.string(),
      description: z.string(),
      imageIds: z.array(z.int()),
      altTexts: z.array(z.string()),
    },
    "Give the product as it was read.",
  )
  .partial();

export type ProductBasis = z.infer<typeof productBasis>;
export type Product = z.infer<typeof product>;
export type ProductImage = z.infer<typeof ownImage>;
export type FoundProduct = z.infer<typeof foundProduct>;
export type NoProduct = z.infer<typeof noProduct>;

export const productsContract = {
  getProductBySerialNumber: defineEndpoint({
    method: "GET",
    path: "/api/GetProductBySerialNumber",
    summary:
      "The product with a serial number, whatever the case and the space around it. Many numbers in a minute that no product has: 429.",
    auth: "public",
    input: z.object({ serialNumber }),
    output: foundProduct,
    bare: true,
    limit: "search",
    bareFailures: { 404: noProduct },
  }),
  getProducts: defineEndpoint({
    method: "GET",
    path: "/api/GetProducts",
    summary: "Every product, by name",
    auth: "member",
    input: z.object({}),
    output: z.array(product),
  }),
  saveProduct: defineEndpoint({
    method: "POST",
    path: "/api/SaveProduct",
    summary:
      "Makes or changes a product; its images in the order given, and no others. Of two people who save the same product, the last one's text and images stay; with `basedOn`, what somebody else has changed since is kept or, where this call changes it too, refused with 409. 409 `serialNumber` where another product has the number.",
    auth: "member",
    changes: ["products"],
    input: z
      .object({
        productId: z.int32().nonnegative().meta({ description: "0 for a new product." }),
        name: line().min(1, "Enter a name."),
        serialNumber,
        grade: line().default(""),
        description: z
          .string()
          .overwrite(tidyText)
          .max(5_000, "Use at most 5,000 characters.")
          .refine(isPlainText, invisible)
          .default(""),
        imageIds: z
          .array(id)
          .max(mostImages, `A product has at most ${mostImages} images.`)
          .refine((ids) => new Set(ids).size === ids.length, "Name each image once.")
          .default([]),
        altTexts: z
          .array(line())
          .optional()
          .meta({ description: "One for each of `imageIds`, in that order; left out, the texts stay." }),
        ...basedOnShape(productBasis),
      })
      .refine(({ imageIds, altTexts }) => altTexts === undefined || altTexts.length === imageIds.length, {
        path: ["altTexts"],
        error: "Give one text for each image, in the same order.",
      }),
    output: product,
  }),
  uploadProductImage: defineEndpoint({
    method: "POST",
    path: "/api/UploadProductImage",
    summary:
      "Keeps a picture (JPEG, PNG, WebP or AVIF) for a product to be saved with, as WebP without its metadata. One that no product is saved with is dropped after 24 hours. 503 with Retry-After while too many pictures are being worked on.",
    auth: "member",
    body: "multipart",
    input: z.object({
      file: z
        .file("Choose a picture.")
        .min(1, "The file is empty.")
        .max(maxImageBytes, "The file is larger than 10 MB."),
    }),
    output: ownImage.omit({ altText: true }),
  }),
  deleteProduct: defineEndpoint({
    method: "POST",
    path: "/api/DeleteProduct",
    summary: "Takes a product away; for 24 hours it can be restored. Doing it twice is not an error.",
    auth: "member",
    changes: ["products"],
    input: z.object({ productId: id }),
    output: z.object({}),
  }),
  restoreProduct: defineEndpoint({
    method: "POST",
    path: "/api/RestoreProduct",
    summary:
      "Brings back a product that was deleted in the last 24 hours. 409 `serialNumber` where another product has taken its number since.",
    auth: "member",
    changes: ["products"],
    input: z.object({ productId: id }),
    output: product,
  }),
};
