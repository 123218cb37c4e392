import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/database/db.ts";
import { takeLock } from "#server/database/named-lock.ts";
import { violates } from "#server/database/transaction-retries.ts";
import { requestKey } from "#server/http/calls/creation-key.ts";
import { restorableSince } from "#server/restorable.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { Product, ProductImage } from "../contract.ts";
import { imageUri } from "../domain/product-images.ts";
import { serialNumberKey } from "../domain/serial-number.ts";
import { mergeProduct, type ProductInput } from "./product-merge.ts";
import { productImages, productPictures, products } from "#server/tables/product-tables.ts";

export type Mode = (typeof products.$inferSelect)["mode"];

type ProductRow = typeof products.$inferSelect;
type Reader = Pick<Transaction, "select">;

/** SQL of products. Products of another sign-in mode are invisible. */
export class ProductStore {
  readonly #database: Database;
  readonly #mode: () => Mode;
  readonly #now: () => Date;

  constructor(database: Database, mode: () => Mode, now: () => Date) {
    this.#database = database;
    this.#mode = mode;
    this.#now = now;
  }

  /** Returns all products by name. */
  async list(): Promise<Product[]> {
    const rows = await this.#database.unsafeDb
      .select()
      .from(products)
      .where(this.#isThere())
      .orderBy(sql`lower(${products.name})`, asc(products.productId));
    const images = await this.#images(this.#database.unsafeDb, this.#isThere());
    return rows.map((row) => view(row, images.get(row.productId)));
  }

  /** Finds a product by serial number, ignoring case; returns null if there is none. */
  async find(serialNumber: string): Promise<Product | null> {
    const isWanted = and(this.#isThere(), eq(products.serialNumberKey, serialNumberKey(serialNumber)));
    const [row] = await this.#database.unsafeDb.select().from(products).where(isWanted);
    if (row === undefined) return null;
    return this.#withImages(this.#database.unsafeDb, row);
  }

  /**
   * Creates a product (id 0) or updates one, atomically.
   * @throws AppError 404 for an unknown product, 409 for a taken serial number and for fields changed elsewhere since
   * `basedOn`, 400 for images that no longer exist or belong to another product
   */
  async save(given: ProductInput): Promise<Product> {
    return this.#refusingTakenNumbers(given.serialNumber, async (tx) => {
      const creationKey = given.requestId === undefined ? null : requestKey(given.requestId);
      const productId = given.productId === 0 ? await this.#created(tx, creationKey) : given.productId;
      const input = { ...given, productId };
      const merged = productId === 0 ? input : await this.#merged(tx, input);
      const { name, serialNumber, grade, description, imageIds, altTexts } = merged;
      const values = {
        name,
        serialNumber,
        grade,
        description,
        serialNumberKey: serialNumberKey(serialNumber),
      };
      const rows =
        input.productId === 0
          ? await tx
              .insert(products)
              .values({ ...values, mode: this.#mode(), creationKey, createdAt: this.#now() })
              .returning()
          : await tx
              .update(products)
              .set(values)
              .where(and(this.#isThere(), eq(products.productId, input.productId)))
              .returning();
      for (const row of rows) await this.#setImages(tx, row.productId, imageIds, altTexts);
      return rows;
    });
  }

  /** Returns the product that an earlier request of this key created, also one at the same moment; 0 if there is none. */
  async #created(tx: Transaction, creationKey: string | null): Promise<number> {
    if (creationKey === null) return 0;
    await takeLock(tx, `new product of ${creationKey}`);
    const [row] = await tx
      .select({ productId: products.productId })
      .from(products)
      .where(and(this.#isThere(), eq(products.creationKey, creationKey)));
    return row?.productId ?? 0;
  }

  /** Merges the save with the current product, waiting for concurrent saves. */
  async #merged(tx: Transaction, input: ProductInput): Promise<ProductInput> {
    if (input.basedOn === undefined) return input;
    const [row] = await tx
      .select()
      .from(products)
      .where(and(this.#isThere(), eq(products.productId, input.productId)))
      .for("update");
    if (row === undefined) throw notFound();
    return mergeProduct(input, input.basedOn, await this.#withImages(tx, row));
  }

  /** Deletes a product for now; repeating it is fine. @throws AppError 404 for an unknown product */
  async remove(productId: number): Promise<void> {
    const rows = await this.#database.unsafeDb
      .update(products)
      .set({ deletedAt: sql`coalesce(${products.deletedAt}, ${this.#now().toISOString()}::timestamptz)` })
      .where(this.#isRestorable(productId))
      .returning({ productId: products.productId });
    if (rows.length === 0) throw notFound();
  }

  /**
   * Restores a deleted product.
   * @throws AppError 404 for an unknown product or one deleted too long ago, 409 if its number is taken
   */
  async restore(productId: number): Promise<Product> {
    const [row] = await this.#database.unsafeDb.select().from(products).where(this.#isRestorable(productId));
    if (row === undefined) throw notFound();
    return this.#refusingTakenNumbers(row.serialNumber, (tx) =>
      tx.update(products).set({ deletedAt: null }).where(this.#isRestorable(productId)).returning(),
    );
  }

  /** Runs the write in one transaction. The unique index decides, so two concurrent saves can't take the same number. */
  async #refusingTakenNumbers(
    serialNumber: string,
    write: (tx: Transaction) => Promise<ProductRow[]>,
  ): Promise<Product> {
    try {
      return await this.#database.unsafeDb.transaction(async (tx) => {
        const [row] = await write(tx);
        if (row === undefined) throw notFound();
        return this.#withImages(tx, row);
      });
    } catch (error) {
      if (!violates(error, "products_serial_number")) throw error;
      throw conflict("serialNumber", `Another product has serial number ${serialNumber}.`);
    }
  }

  async #setImages(
    tx: Transaction,
    productId: number,
    imageIds: number[],
    altTexts: string[] | undefined,
  ): Promise<void> {
    const rows = await tx
      .select()
      .from(productImages)
      .where(
        and(
          eq(productImages.mode, this.#mode()),
          or(eq(productImages.productId, productId), inArray(productImages.imageId, imageIds)),
        ),
      )
      // Always in the same order, so that concurrent saves wait instead of deadlocking.
      .orderBy(asc(productImages.imageId))
      .for("update");
    const known = new Map(rows.map((row) => [row.imageId, row]));
    const problems = imageIds.flatMap((imageId) => {
      const row = known.get(imageId);
      if (row === undefined) return [`Image ${imageId} no longer exists. Upload it again.`];
      if (row.productId !== null && row.productId !== productId)
        return [`Image ${imageId} belongs to another product.`];
      return [];
    });
    if (problems.length > 0) throw invalid({ imageIds: problems });
    const unused = rows.filter(({ imageId }) => !imageIds.includes(imageId)).map(({ imageId }) => imageId);
    if (unused.length > 0) {
      await tx
        .update(productImages)
        .set({ productId: null, unusedSince: this.#now() })
        .where(inArray(productImages.imageId, unused));
    }
    for (const [position, imageId] of imageIds.entries()) {
      const altText = altTexts?.[position] ?? known.get(imageId)?.altText ?? "";
      await tx
        .update(productImages)
        .set({ productId, position, altText, unusedSince: null })
        .where(eq(productImages.imageId, imageId));
    }
  }

  async #withImages(reader: Reader, row: ProductRow): Promise<Product> {
    const images = await this.#images(reader, eq(products.productId, row.productId));
    return view(row, images.get(row.productId));
  }

  async #images(
    reader: Reader,
    isWanted: ReturnType<typeof and>,
  ): Promise<ReadonlyMap<number, ProductImage[]>> {
    const rows = await reader
      .select({
        productId: products.productId,
        imageId: productImages.imageId,
        altText: productImages.altText,
        hash: productPictures.hash,
        width: productPictures.width,
        height: productPictures.height,
      })
      .from(productImages)
      .innerJoin(products, eq(products.productId, productImages.productId))
      .innerJoin(productPictures, eq(productPictures.hash, productImages.hash))
      .where(isWanted)
      .orderBy(asc(productImages.position), asc(productImages.imageId));
    const images = new Map<number, ProductImage[]>();
    for (const { productId, hash, ...image } of rows) {
      const list = images.get(productId) ?? [];
      list.push({ ...image, uri: imageUri(hash, 1600) });
      images.set(productId, list);
    }
    return images;
  }

  #isThere() {
    return and(eq(products.mode, this.#mode()), isNull(products.deletedAt));
  }

  #isRestorable(productId: number) {
    const oldest = restorableSince(this.#now());
    return and(
      eq(products.mode, this.#mode()),
      eq(products.productId, productId),
      or(isNull(products.deletedAt), gt(products.deletedAt, oldest)),
    );
  }
}

function view(row: ProductRow, images: ProductImage[] = []): Product {
  const { productId, name, serialNumber, grade, description } = row;
  return {
    productId,
    name,
    serialNumber,
    grade,
    description,
    imageUris: images.map(({ uri }) => uri),
    images,
  };
}
