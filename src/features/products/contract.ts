import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { filledLineSchema, lineSchema, textSchema } from "#shared/text/text-schemas.ts";
import { maxImageBytes, maxImages } from "./domain/product-images.ts";
import { isVisible, maxSerialNumberCharacters, tidySerialNumber } from "./domain/serial-number.ts";

const serialNumber = z
  .string("Enter a serial number.")
  .overwrite(tidySerialNumber)
  .min(1, "Enter a serial number.")
  .max(maxSerialNumberCharacters, `A serial number can have up to ${maxSerialNumberCharacters} characters.`)
  .refine(isVisible, "A serial number can’t have invisible characters.");

/** Id in the database's range. */
const id = z.int32().positive();

const image = z.object({
  /** Address of the largest width; `imageUriAt` returns the others. */
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

/** Bare 404 for an unknown serial number (docs/reference/http-api.md, "Public calls"). */
const noProduct = z.object({
  success: z.literal(false),
  product: z.null(),
  imageUris: z.array(z.never()),
  images: z.array(z.never()),
  errorMessage: z.string(),
});

/** The product as the caller read it before the save. */
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
    "Send the product as you read it.",
  )
  .partial();

export type ProductBasis = z.infer<typeof productBasis>;
export type Product = z.infer<typeof product>;
export type ProductImage = z.infer<typeof ownImage>;
export type FoundProduct = z.infer<typeof foundProduct>;
export type NoProduct = z.infer<typeof noProduct>;

export const productsContract = {
  getProductBySerialNumber: defineGet("/api/GetProductBySerialNumber", "public", {
    summary:
      "Returns the product with a serial number, ignoring case and surrounding space. 429 after many unknown numbers in a minute.",
    input: z.object({ serialNumber }),
    output: foundProduct,
    bare: true,
    limit: "search",
    bareFailures: { 404: noProduct },
  }),
  getProducts: defineGet("/api/GetProducts", "member", {
    summary: "Returns all products, by name.",
    output: z.array(product),
  }),
  saveProduct: definePost("/api/SaveProduct", "member", {
    summary:
      "Creates or updates a product with exactly these images, in this order. If two people save the same product, the last save wins; with `basedOn`, fields changed by someone else are kept or, if this call changes them too, rejected with 409. 409 `serialNumber` if another product has the number. A new product sent again with the same `requestId` is created once, with the latest values.",
    changes: ["products"],
    input: z
      .object({
        productId: z.int32().nonnegative().meta({ description: "0 for a new product." }),
        name: filledLineSchema("Enter a name."),
        serialNumber,
        grade: lineSchema().default(""),
        description: textSchema().default(""),
        imageIds: z
          .array(id)
          .max(maxImages, `A product can have up to ${maxImages} images.`)
          .refine((ids) => new Set(ids).size === ids.length, "Include each image only once.")
          .default([]),
        altTexts: z
          .array(lineSchema())
          .optional()
          .meta({ description: "One for each of `imageIds`, in that order; if omitted, the texts stay." }),
        requestId: z.uuid("Enter a UUID.").optional().meta({
          description:
            "For a new product: sent twice with the same ID, one is created, with the latest values.",
        }),
        ...basedOnShape(productBasis),
      })
      .refine(({ imageIds, altTexts }) => altTexts === undefined || altTexts.length === imageIds.length, {
        path: ["altTexts"],
        error: "Send one text per image, in the same order.",
      }),
    output: product,
  }),
  uploadProductImage: definePost("/api/UploadProductImage", "member", {
    summary:
      "Uploads an image (JPEG, PNG, WebP, or AVIF) for a product and stores it as WebP without metadata. An image that isn't saved with a product is deleted after 24 hours. 503 with Retry-After while too many images are being processed.",
    body: "multipart",
    input: z.object({
      file: z
        .file("Choose an image.")
        .min(1, "The file is empty.")
        .max(maxImageBytes, "The file is larger than 10 MB."),
    }),
    output: ownImage.omit({ altText: true }),
  }),
  deleteProduct: definePost("/api/DeleteProduct", "member", {
    summary: "Deletes a product, which can be restored for 24 hours. Idempotent.",
    changes: ["products"],
    input: z.object({ productId: id }),
  }),
  restoreProduct: definePost("/api/RestoreProduct", "member", {
    summary:
      "Restores a product that was deleted in the last 24 hours. 409 `serialNumber` if another product has taken its number.",
    changes: ["products"],
    input: z.object({ productId: id }),
    output: product,
  }),
};
