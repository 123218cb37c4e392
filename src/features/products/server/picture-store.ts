import { and, desc, eq, exists, isNotNull, lt, lte, not } from "drizzle-orm";
import type { Database } from "#server/database/db.ts";
import { imageUri, type ImageWidth } from "../domain/product-images.ts";
import type { Picture } from "./picture-encoder.ts";
import type { Mode } from "./product-store.ts";
import {
  productImages,
  productPictures,
  productPictureSizes,
  products,
} from "#server/tables/product-tables.ts";

export type KeptImage = { imageId: number; uri: string; width: number; height: number };

/** All SQL of pictures: in the database, so that each server of the site has them all. */
export class PictureStore {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Keeps a picture as an upload that no product shows yet; the same picture again takes no further room. */
  async keep(mode: Mode, { hash, width, height, sizes }: Picture): Promise<KeptImage> {
    const at = this.#now();
    const imageId = await this.#database.unsafeDb.transaction(async (tx) => {
      await tx
        .insert(productPictures)
        .values({ hash, width, height, storedAt: at })
        // Also locks the row: a sweep that finds it unused at this moment then sees that it is new again.
        .onConflictDoUpdate({ target: productPictures.hash, set: { storedAt: at } });
      await tx
        .insert(productPictureSizes)
        .values(sizes.map((size) => ({ hash, ...size })))
        .onConflictDoNothing();
      const [row] = await tx
        .insert(productImages)
        .values({ mode, hash, position: 0, altText: "", unusedSince: at })
        .returning({ imageId: productImages.imageId });
      return row?.imageId;
    });
    if (imageId === undefined) throw new Error("an upload was kept without an id");
    return { imageId, uri: imageUri(hash, 1600), width, height };
  }

  /** The WebP file for a width; a picture that is narrower has its largest file for it. Null for an unknown picture. */
  async open(hash: string, width: ImageWidth): Promise<Buffer | null> {
    const [row] = await this.#database.unsafeDb
      .select({ bytes: productPictureSizes.bytes })
      .from(productPictureSizes)
      .where(and(eq(productPictureSizes.hash, hash), lte(productPictureSizes.width, width)))
      .orderBy(desc(productPictureSizes.width))
      .limit(1);
    return row?.bytes ?? null;
  }

  /** Removes what was deleted or left unused before `before`, with `isDemo` also what was made before it. */
  async sweep(
    before: Date,
    isDemo: boolean,
  ): Promise<{ products: number; images: number; pictures: number }> {
    const db = this.#database.unsafeDb;
    const isOver = isDemo ? lt(products.createdAt, before) : lt(products.deletedAt, before);
    const gone = await db.delete(products).where(isOver).returning({ productId: products.productId });
    const images = await db
      .delete(productImages)
      .where(and(isNotNull(productImages.unusedSince), lt(productImages.unusedSince, before)))
      .returning({ imageId: productImages.imageId });
    const uses = db
      .select({ imageId: productImages.imageId })
      .from(productImages)
      .where(eq(productImages.hash, productPictures.hash));
    const pictures = await db
      .delete(productPictures)
      .where(and(lt(productPictures.storedAt, before), not(exists(uses))))
      .returning({ hash: productPictures.hash });
    return { products: gone.length, images: images.length, pictures: pictures.length };
  }
}
