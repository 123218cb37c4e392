import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

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
  {
    productId: integer("product_id").primaryKey().generatedAlwaysAsIdentity(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    name: text().notNull(),
    /** Serial number as displayed. */
    serialNumber: text("serial_number").notNull(),
    /** Serial number for comparison (`serialNumberKey`). */
    serialNumberKey: text("serial_number_key").notNull(),
    grade: text().notNull(),
    description: text().notNull(),
    /** Idempotency key (`src/server/http/calls/creation-key.ts`), if the request that created it had one. */
    creationKey: text("creation_key"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** Time of deletion, after which it can be restored for a day; null for an existing product. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("products_serial_number")
      .on(table.mode, table.serialNumberKey)
      .where(sql`deleted_at is null`),
    index("products_creation").on(table.mode, table.creationKey),
    index("products_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    check("products_mode", sql`${table.mode} in ('sandbox', 'live')`),
  ],
).enableRLS();

/** A picture as it is served, identified by its content, so that the same picture of two products is stored once. */
export const productPictures = pgTable("product_pictures", {
  /** SHA-256 of its sizes, the first 128 bits in hexadecimal. */
  hash: text().primaryKey(),
  /** Pixels of the original, upright. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** Time of the last upload. */
  storedAt: timestamp("stored_at", { withTimezone: true }).notNull(),
}).enableRLS();

/** WebP files of a picture. The first size that holds the whole picture is the largest. */
export const productPictureSizes = pgTable(
  "product_picture_sizes",
  {
    hash: text()
      .notNull()
      .references(() => productPictures.hash, { onDelete: "cascade" }),
    width: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ name: "product_picture_sizes_key", columns: [table.hash, table.width] })],
).enableRLS();

/** An upload: a picture that a product shows, or one waiting for a product. */
export const productImages = pgTable(
  "product_images",
  {
    imageId: integer("image_id").primaryKey().generatedAlwaysAsIdentity(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    hash: text()
      .notNull()
      .references(() => productPictures.hash),
    productId: integer("product_id").references(() => products.productId, { onDelete: "cascade" }),
    position: integer().notNull(),
    altText: text("alt_text").notNull(),
    /** Time since which no product shows it; null while one does. */
    unusedSince: timestamp("unused_since", { withTimezone: true }),
  },
  (table) => [
    index("product_images_product").on(table.productId, table.position),
    index("product_images_picture").on(table.hash),
    index("product_images_unused")
      .on(table.unusedSince)
      .where(sql`unused_since is not null`),
    check("product_images_use", sql`(${table.productId} is null) = (${table.unusedSince} is not null)`),
  ],
).enableRLS();
