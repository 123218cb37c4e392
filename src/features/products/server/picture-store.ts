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

/** SQL of images, which are in the database so that every server of the site has them. */
export class PictureStore {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Stores an image as an upload not yet used by a product; a duplicate takes no extra space. */
  async keep(mode: Mode, { hash, width, height, sizes }: Picture): Promise<KeptImage> {
    const at = this.#now();
    const imageId = await this.#database.unsafeDb.transaction(async (tx) => {
      await tx
        .insert(productPictures)
        .values({ hash, width, height, storedAt: at })
        // Also locks the row, so that a concurrent sweep sees that it is in use again.
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
    if (imageId === undefined) throw new Error("an upload was stored without an id");
    return { imageId, uri: imageUri(hash, 1600), width, height };
  }

  /** Returns the WebP file for a width, or the largest one of a narrower image; null for an unknown image. */
  async open(hash: string, width: ImageWidth): Promise<Buffer | null> {
    const [row] = await this.#database.unsafeDb
      .select({ bytes: productPictureSizes.bytes })
      .from(productPictureSizes)
      .where(and(eq(productPictureSizes.hash, hash), lte(productPictureSizes.width, width)))
      .orderBy(desc(productPictureSizes.width))
      .limit(1);
    return row?.bytes ?? null;
  }

  /** Deletes products deleted and images unused since before `before`; with `isDemo`, also everything created before it. */
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
