import { siteConfig } from "#site-config";
import type { Database } from "#server/database/db.ts";
import type { Product } from "#features/products/contract.ts";
import { encodePicture } from "#features/products/server/picture-encoder.ts";
import { PictureStore } from "#features/products/server/picture-store.ts";
import type { ProductInput } from "#features/products/server/product-merge.ts";
import { ProductStore, type Mode } from "#features/products/server/product-store.ts";

let made = 0;

/** Creates a product with a unique serial number and, on request, pictures from complete image files. */
export async function createTestProduct(
  database: Database,
  options: Partial<Omit<ProductInput, "productId" | "imageIds">> & {
    mode?: Mode;
    pictures?: Buffer[];
    now?: () => Date;
  } = {},
): Promise<Product> {
  const { mode = "sandbox", pictures = [], now = () => new Date(), ...text } = options;
  const store = new PictureStore(database, now);
  const imageIds: number[] = [];
  for (const picture of pictures)
    imageIds.push((await store.keep(mode, await encodePicture(picture))).imageId);
  made += 1;
  return new ProductStore(database, () => mode, now).save({
    productId: 0,
    name: `Lamp ${made}`,
    serialNumber: `LMP-${String(made).padStart(4, "0")}`,
    grade: "A",
    description: "A lamp for reading.",
    ...text,
    imageIds,
  });
}

/** Returns a browser's POST of one file; `type` and `name` are the sender's claims. */
export function fileForm(
  bytes: Buffer,
  options: { cookie?: string; name?: string; type?: string } = {},
): RequestInit {
  const form = new FormData();
  const { name = "picture.png", type = "image/png" } = options;
  form.set("file", new File([new Uint8Array(bytes)], name, { type }));
  return {
    method: "POST",
    body: form,
    headers: {
      "x-tenant": siteConfig.tenant,
      origin: "http://localhost:3000",
      ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    },
  };
}
