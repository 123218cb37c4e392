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
 * Products belong to the site: every member edits them and anybody may look one up, so no row is a person's own. Only
 * `unsafeDb` reads these tables.
 */

/** A product. Those entered under the sandbox sign-in, which lets anybody in, are not seen live (docs/reference/product.md, "Sandboxes"). */
export const products = pgTable(
  "products",
  {
    productId: integer("product_id").primaryKey().generatedAlwaysAsIdentity(),
    mode: text({ enum: ["sandbox", "live"] }).notNull(),
    name: text().notNull(),
    /** As it is shown. */
    serialNumber: text("serial_number").notNull(),
    /** As it is compared (`serialNumberKey`). */
    serialNumberKey: text("serial_number_key").notNull(),
    grade: text().notNull(),
    description: text().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** Deleted, and can be restored for a day; null for a product that is there. */
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("products_serial_number")
      .on(table.mode, table.serialNumberKey)
      .where(sql`deleted_at is null`),
    index("products_deleted")
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    check("products_mode", sql`${table.mode} in ('sandbox', 'live')`),
  ],
).enableRLS();

/** A picture as it is served, found by what it holds: the same one for two products is kept once. */
export const productPictures = pgTable("product_pictures", {
  /** SHA-256 of its sizes, the first 128 bits in hexadecimal. */
  hash: text().primaryKey(),
  /** Pixels of the original, upright. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** When it was last uploaded. */
  storedAt: timestamp("stored_at", { withTimezone: true }).notNull(),
}).enableRLS();

/** WebP files of a picture. A picture narrower than a width has none beyond the first that holds it whole. */
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

/** An upload: a picture that a product shows, or that waits for one. */
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
    /** Since when no product shows it; null while one does. */
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
