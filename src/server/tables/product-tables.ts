import { sql } from "drizzle-orm";
import { check, customType, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { partialIndex, uniquePartialIndex } from "#server/database/partial-index.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/*
 * Products belong to the site: every member can edit them and anyone can look one up, so rows have no owner. Only `unsafeDb`
 * reads these tables.
 */

/**
 * A product. Products entered under the sandbox sign-in, which lets anyone in, don't appear live (docs/reference/product.md,
 * "Sandboxes").
 */
export const products = pgTable(
  "products",
  (t) => ({
    productId: t.integer("product_id").primaryKey().generatedAlwaysAsIdentity(),
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    name: t.text().notNull(),
    /** Serial number as displayed. */
    serialNumber: t.text("serial_number").notNull(),
    /** Serial number for comparison (`serialNumberKey`). */
    serialNumberKey: t.text("serial_number_key").notNull(),
    grade: t.text().notNull(),
    description: t.text().notNull(),
    /** Idempotency key (`src/server/http/calls/creation-key.ts`), if the request that created it had one. */
    creationKey: t.text("creation_key"),
    createdAt: t.timestamp("created_at", { withTimezone: true }).notNull(),
    /** Time of deletion, after which it can be restored for a day; null for an existing product. */
    deletedAt: t.timestamp("deleted_at", { withTimezone: true }),
  }),
  (table) => [
    uniquePartialIndex("products_serial_number", [table.mode, table.serialNumberKey], "deleted_at is null"),
    index("products_creation").on(table.mode, table.creationKey),
    partialIndex("products_deleted", [table.deletedAt], "deleted_at is not null"),
    check("products_mode", sql`${table.mode} in ('sandbox', 'live')`),
  ],
).enableRLS();

/** A picture as it is served, identified by its content, so that the same picture of two products is stored once. */
export const productPictures = pgTable("product_pictures", (t) => ({
  /** SHA-256 of its sizes, the first 128 bits in hexadecimal. */
  hash: t.text().primaryKey(),
  /** Pixels of the original, upright. */
  width: t.integer().notNull(),
  height: t.integer().notNull(),
  /** Time of the last upload. */
  storedAt: t.timestamp("stored_at", { withTimezone: true }).notNull(),
})).enableRLS();

/** WebP files of a picture. The first size that holds the whole picture is the largest. */
export const productPictureSizes = pgTable(
  "product_picture_sizes",
  (t) => ({
    hash: t
      .text()
      .notNull()
      .references(() => productPictures.hash, { onDelete: "cascade" }),
    width: t.integer().notNull(),
    bytes: bytea().notNull(),
  }),
  (table) => [primaryKey({ name: "product_picture_sizes_key", columns: [table.hash, table.width] })],
).enableRLS();

/** An upload: a picture that a product shows, or one waiting for a product. */
export const productImages = pgTable(
  "product_images",
  (t) => ({
    imageId: t.integer("image_id").primaryKey().generatedAlwaysAsIdentity(),
    mode: t.text({ enum: ["sandbox", "live"] }).notNull(),
    hash: t
      .text()
      .notNull()
      .references(() => productPictures.hash),
    productId: t.integer("product_id").references(() => products.productId, { onDelete: "cascade" }),
    position: t.integer().notNull(),
    altText: t.text("alt_text").notNull(),
    /** Time since which no product shows it; null while one does. */
    unusedSince: t.timestamp("unused_since", { withTimezone: true }),
  }),
  (table) => [
    index("product_images_product").on(table.productId, table.position),
    index("product_images_picture").on(table.hash),
    partialIndex("product_images_unused", [table.unusedSince], "unused_since is not null"),
    check("product_images_use", sql`(${table.productId} is null) = (${table.unusedSince} is not null)`),
  ],
).enableRLS();
