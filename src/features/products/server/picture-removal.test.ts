import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { runRepeated } from "../../../../tests/support/repeated-work.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { encodePicture } from "./picture-encoder.ts";
import { PictureStore } from "./picture-store.ts";
import { createTestProduct } from "../../../../tests/support/factories/product-factory.ts";
import { ProductStore } from "./product-store.ts";
import {
  productImages,
  productPictures,
  productPictureSizes,
  products,
} from "#server/tables/product-tables.ts";

const database = useTestDatabase();
const dayMs = 24 * 3_600_000;
let site: TestApp;
let clockMs: number;
const now = () => new Date(clockMs);

beforeEach(() => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  site = createTestApp(database(), { now });
});

function png(background: string): Promise<Buffer> {
  return sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer();
}

async function upload(background: string): Promise<void> {
  await new PictureStore(database(), now).keep("sandbox", await encodePicture(await png(background)));
}

async function counts() {
  const [ofProducts, images, pictures, sizes] = await Promise.all(
    [products, productImages, productPictures, productPictureSizes].map((table) =>
      database().unsafeDb.$count(table),
    ),
  );
  return { products: ofProducts, images, pictures, sizes };
}

function sweepOnce(environment: Record<string, string> = {}): Promise<number> {
  const { jobs } = createTestApp(database(), { now, environment });
  return runRepeated(database(), jobs, "products sweep");
}

describe("the sweep", () => {
  it("deletes unused images after a day and keeps those of products", async () => {
    const shown = await createTestProduct(database(), { now, pictures: [await png("#f00")] });
    await upload("#0f0");
    // The same image as the product's, uploaded again: this upload is deleted, the image stays.
    await upload("#f00");
    clockMs += dayMs;
    await sweepOnce();
    expect(await counts()).toEqual({ products: 1, images: 3, pictures: 2, sizes: 2 });
    clockMs += 1;
    await sweepOnce();
    expect(await counts()).toEqual({ products: 1, images: 1, pictures: 1, sizes: 1 });
    expect((await site.request(shown.imageUris[0] ?? "")).status).toBe(200);
  });

  it("deletes products and their images once they can no longer be restored", async () => {
    const product = await createTestProduct(database(), { now, pictures: [await png("#f00")] });
    clockMs += 3 * dayMs;
    await new ProductStore(database(), () => "sandbox", now).remove(product.productId);
    await sweepOnce();
    expect((await site.request(product.imageUris[0] ?? "")).status).toBe(200);
    clockMs += dayMs + 1;
    await sweepOnce();
    expect(await counts()).toEqual({ products: 0, images: 0, pictures: 0, sizes: 0 });
    expect((await site.request(product.imageUris[0] ?? "")).status).toBe(404);
  });

  it("deletes day-old data of visitors only in a demo", async () => {
    await createTestProduct(database(), { now });
    clockMs += dayMs + 1;
    await sweepOnce();
    expect(await counts()).toMatchObject({ products: 1 });
    await sweepOnce({ FOLIO_DEMO: "1" });
    expect(await counts()).toMatchObject({ products: 0 });
  });
});
