import { defineFeature, type App, type Kernel, type ServerFeature } from "#server/feature.ts";
import { matchesEtag } from "#server/http/calls/mount.ts";
import { restorableSince } from "#server/restorable.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { createWorkSlots } from "#server/limits/work-slots.ts";
import { AppError, bareFailure, notFound } from "#shared/errors.ts";
import { productsContract, type NoProduct, type Product } from "../contract.ts";
import { readImageName } from "../domain/product-images.ts";
import { createMissGuard } from "./miss-guard.ts";
import { encodePicture } from "./picture-encoder.ts";
import { PictureStore } from "./picture-store.ts";
import { ProductStore } from "./product-store.ts";

/** Decoding takes a core and up to a few hundred megabytes, so images are decoded one at a time. */
const decodingSlots = {
  running: 1,
  waiting: 8,
  ofOne: { running: 1, waiting: 8 },
  busy: "Too many images are being processed. Try again in a moment.",
  retryAfterSeconds: 5,
};

/** Products, their public lookup, and their images. */
export function createProductsFeature(kernel: Kernel, { jobs }: { jobs: Jobs }): ServerFeature {
  const { settings, now } = kernel;
  // The first passkey makes the sign-in live while the server runs.
  const mode = () => settings.modes.entra;
  const store = new ProductStore(kernel.database, mode, now);
  const pictures = new PictureStore(kernel.database, now);
  const misses = createMissGuard(kernel, Math.ceil(settings.SEARCHES_PER_MINUTE / 2));
  const decoding = createWorkSlots(decodingSlots);
  // Also deletes unused images after a day, and a demo's data after a day (docs/reference/product.md, "Sandboxes").
  sweepHourly({ ...kernel, jobs }, "products", () =>
    pictures.sweep(restorableSince(now()), settings.FOLIO_DEMO),
  );

  async function find(serialNumber: string, clientAddress: string): Promise<Product | null> {
    let isMiss = false;
    try {
      const product = await store.find(serialNumber);
      isMiss = product === null;
      return product;
    } finally {
      if (!isMiss) await misses.forgive(clientAddress);
    }
  }

  return defineFeature({
    name: "products",
    contract: productsContract,
    handlers: {
      async getProductBySerialNumber({ serialNumber }, { clientAddress }) {
        await misses.count(clientAddress);
        const product = await find(serialNumber, clientAddress);
        if (product === null) throw bareFailure(404, noProduct(serialNumber));
        return foundProduct(product);
      },
      getProducts: () => store.list(),
      async saveProduct(input) {
        const product = await store.save(input);
        kernel.publicPagesChanged();
        return product;
      },
      async uploadProductImage({ file }, { signal, session }) {
        if (settings.FOLIO_DEMO) throw new AppError(403, { file: ["Uploads are turned off in the demo."] });
        const bytes = Buffer.from(await file.arrayBuffer());
        const picture = await decoding.run(() => encodePicture(bytes), { by: session.userId, signal });
        return pictures.keep(mode(), picture);
      },
      async deleteProduct({ productId }) {
        await store.remove(productId);
        kernel.publicPagesChanged();
      },
      async restoreProduct({ productId }) {
        const product = await store.restore(productId);
        kernel.publicPagesChanged();
        return product;
      },
    },
    routes: (app) => mountPictures(app, pictures),
  });
}

function foundProduct({ name, serialNumber, grade, description, imageUris, images }: Product) {
  return {
    success: true as const,
    product: { name, serialNumber, grade, description },
    imageUris,
    images: images.map(({ uri, altText, width, height }) => ({ uri, altText, width, height })),
    errorMessage: null,
  };
}

function noProduct(serialNumber: string): NoProduct {
  return {
    success: false,
    product: null,
    imageUris: [],
    images: [],
    errorMessage: `No product has serial number ${serialNumber}.`,
  };
}

/** Serves `GET /images/{hash}-{width}.webp` (docs/reference/http-api.md, "Users and products"); the address contains the content's hash, so it never changes. */
function mountPictures(app: App, pictures: PictureStore): void {
  app.get("/images/:name", async (c) => {
    const name = readImageName(c.req.param("name"));
    const bytes = name === null ? null : await pictures.open(name.hash, name.width);
    if (name === null || bytes === null) throw notFound();
    const etag = `"${name.hash}-${name.width}"`;
    c.header("etag", etag);
    c.header("cache-control", "public, max-age=31536000, immutable");
    if (matchesEtag(c.req.header("if-none-match"), etag)) return c.body(null, 304);
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": "image/webp",
      "content-length": String(bytes.byteLength),
      "content-disposition": "inline",
    });
  });
}
