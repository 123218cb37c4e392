import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { siteConfig } from "#site-config";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import { serveRaw } from "../../../../tests/support/raw-http.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { Product } from "../contract.ts";
import type { KeptImage } from "./picture-store.ts";
import { createTestProduct, fileForm } from "../../../../tests/support/factories/product-factory.ts";
import { productPictures } from "#server/tables/product-tables.ts";

const database = useTestDatabase();
let site: TestApp;
let cookie: string;

beforeEach(async () => {
  site = createTestApp(database());
  ({ cookie } = await createTestUser(database()));
});

type Uploaded = { status: number; data: KeptImage; errors: Record<string, string[]> | null };

async function upload(
  bytes: Buffer,
  claim: { name?: string; type?: string; cookie?: string } = {},
  from = site,
) {
  const response = await from.request("/api/UploadProductImage", fileForm(bytes, { cookie, ...claim }));
  const { data, errors } = (await response.json()) as Uploaded;
  return { status: response.status, data, errors, response };
}

async function served(uri: string, from = site): Promise<Buffer> {
  const response = await from.request(uri);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function save(input: {
  productId?: number;
  serialNumber?: string;
  imageIds: number[];
  altTexts?: string[];
}) {
  const body = { productId: 0, name: "Lamp", serialNumber: "LMP-1", grade: "", description: "", ...input };
  const response = await site.post("/api/SaveProduct", body, { cookie });
  const { data, errors } = (await response.json()) as { data: Product; errors: object | null };
  return { status: response.status, data, errors };
}

/** An image with varied pixels, so that truncation is noticed. */
function picture(width: number, height: number, seed = 1): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[at] = state >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG that declares many pixels but contains almost none, like a decompression bomb. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks: [string, Buffer][] = [
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.alloc(100_000))],
    ["IEND", Buffer.alloc(0)],
  ];
  const parts = chunks.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

describe("uploading an image", () => {
  it("stores it as WebP in three widths, whatever its format", async () => {
    const original = sharp({ create: { width: 2000, height: 1000, channels: 3, background: "#b4431c" } });
    for (const format of ["jpeg", "png", "webp", "avif"] as const) {
      const { status, data } = await upload(await original.clone().toFormat(format).toBuffer());
      expect({ format, status, width: data.width, height: data.height }).toEqual({
        format,
        status: 200,
        width: 2000,
        height: 1000,
      });
      for (const width of [320, 800, 1600]) {
        const bytes = await served(data.uri.replace("-1600.", `-${width}.`));
        expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height: width / 2 });
      }
    }
  }, 30_000);

  it("never enlarges it, but answers each width", async () => {
    const { data } = await upload(await picture(500, 250).png().toBuffer());
    const widths: number[] = [];
    for (const width of [320, 800, 1600])
      widths.push((await sharp(await served(data.uri.replace("-1600.", `-${width}.`))).metadata()).width);
    expect(widths).toEqual([320, 500, 500]);
    const tiny = await upload(await picture(1, 1).png().toBuffer());
    expect((await sharp(await served(tiny.data.uri)).metadata()).width).toBe(1);
  });

  it("turns it upright and removes its metadata", async () => {
    const photo = await picture(400, 200)
      .jpeg()
      .withExif({
        IFD0: { Make: "Secret Camera", Copyright: "Secret Person" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 22/1 11/1" },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .toBuffer();
    const before = await sharp(photo).metadata();
    expect(before.exif?.toString("latin1")).toContain("Secret Camera");
    expect(before.orientation).toBe(6);
    const { data } = await upload(photo, { name: "photo.jpg", type: "image/jpeg" });
    expect(data).toMatchObject({ width: 200, height: 400 });
    for (const width of [320, 800, 1600]) {
      const bytes = await served(data.uri.replace("-1600.", `-${width}.`));
      expect(bytes.toString("latin1")).not.toMatch(/secret|exif|gps|xmp/i);
      const { exif, xmp, icc, iptc, orientation, ...size } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(size).toMatchObject({ width: 200, height: 400 });
    }
  });

  it("stores a duplicate once, under two ids", async () => {
    const bytes = await picture(40, 30).png().toBuffer();
    const [first, second] = [await upload(bytes), await upload(bytes)];
    expect(second.data.uri).toBe(first.data.uri);
    expect(second.data.imageId).not.toBe(first.data.imageId);
    expect(await database().unsafeDb.select().from(productPictures)).toHaveLength(1);
  });

  it("keeps only the image of a file with other content", async () => {
    const png = await picture(40, 30).png().toBuffer();
    const smuggled = Buffer.from("<script>alert(document.domain)</script>%PDF-1.7 PK\u0003\u0004");
    const { status, data } = await upload(Buffer.concat([png, smuggled]), {
      name: "a.html",
      type: "text/html",
    });
    expect(status).toBe(200);
    expect(data.uri).toBe((await upload(png)).data.uri);
    expect((await served(data.uri)).toString("latin1")).not.toMatch(/script|PDF/);
  });

  it("keeps the first frame of an animation", async () => {
    const frames = await Promise.all([1, 2].map((seed) => picture(20, 10, seed).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { data } = await upload(moving);
    expect(data).toMatchObject({ width: 20, height: 10 });
    expect((await sharp(await served(data.uri)).metadata()).pages ?? 1).toBe(1);
  });
});

describe("a file that isn't a valid image", () => {
  const unknown = "Use a JPEG, PNG, WebP, or AVIF image.";
  const damaged = "The image file is damaged or incomplete.";
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const corpus: [string, () => Buffer | Promise<Buffer>, string][] = [
    ["SVG", () => Buffer.from(svg), unknown],
    ["SVG behind an XML declaration", () => Buffer.from(`<?xml version="1.0"?>${svg}`), unknown],
    ["GIF", () => picture(9, 9).gif().toBuffer(), unknown],
    ["GIF that is a script as well", () => Buffer.from("GIF89a=1;alert(1);/*"), unknown],
    ["TIFF", () => picture(9, 9).tiff().toBuffer(), unknown],
    ["PDF", () => Buffer.from("%PDF-1.7\n1 0 obj<<>>endobj"), unknown],
    ["PDF before an image", async () => Buffer.concat([Buffer.from("%PDF-1.7\n"), await png()]), unknown],
    ["HTML", () => Buffer.from("<!doctype html><script>alert(1)</script>"), unknown],
    ["text", () => Buffer.from("picture"), unknown],
    ["one byte", () => Buffer.from("\xff", "latin1"), unknown],
    ["HEIC by its brand", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), unknown],
    ["the first bytes of a JPEG", () => Buffer.from("\xff\xd8\xff\xe0", "latin1"), damaged],
    ["the first bytes of a PNG", () => Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), damaged],
    ["the first bytes of a WebP", () => Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1"), damaged],
    [
      "the first bytes of an AVIF",
      () => Buffer.from("\0\0\0\x1cftypavif\0\0\0\0mif1avif", "latin1"),
      damaged,
    ],
    ...(["jpeg", "png", "webp", "avif"] as const).flatMap((format) =>
      [0.3, 0.9, 0.99].map((share): [string, () => Promise<Buffer>, string] => [
        `a ${format} truncated at ${share * 100}%`,
        async () => {
          const whole = await picture(200, 150).toFormat(format).toBuffer();
          return whole.subarray(0, Math.floor(whole.length * share));
        },
        damaged,
      ]),
    ),
    ["a PNG with a flipped byte", async () => flipped(await png()), damaged],
    [
      "50,000 pixels a side",
      () => pngBomb(50_000, 50_000),
      "The image is too large: 50,000 × 50,000 pixels. Use at most 50 megapixels and 16,000 pixels a side.",
    ],
    [
      "50,000 pixels in one line",
      () => pngBomb(50_000, 1),
      "The image is too large: 50,000 × 1 pixels. Use at most 50 megapixels and 16,000 pixels a side.",
    ],
    ["two billion pixels a side", () => pngBomb(2_000_000_000, 2_000_000_000), damaged],
    ["fewer pixels than declared", () => pngBomb(7_000, 7_000), damaged],
  ];
  const png = () => picture(60, 40).png().toBuffer();
  const flipped = (bytes: Buffer) => {
    const at = bytes.length >> 1;
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([(bytes[at] ?? 0) ^ 255]),
      bytes.subarray(at + 1),
    ]);
  };

  it.each(corpus)("is rejected with the reason: %s", async (_case, make, message) => {
    const bytes = await make();
    const { status, errors } = await upload(bytes, { name: "picture.png", type: "image/png" });
    expect({ status, errors }).toEqual({ status: 400, errors: { file: [message] } });
    expect(await database().unsafeDb.select().from(productPictures)).toEqual([]);
    expect(site.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("is rejected if it is larger than 10 MB or empty", async () => {
    expect((await upload(Buffer.alloc(10_000_001))).status).toBe(413);
    expect(await upload(Buffer.alloc(0))).toMatchObject({
      status: 400,
      errors: { file: ["The file is empty."] },
    });
  });
});

describe("uploads", () => {
  it("are rejected in a demo", async () => {
    const demo = createTestApp(database(), { environment: { FOLIO_DEMO: "1" } });
    const { status, errors } = await upload(await picture(9, 9).png().toBuffer(), {}, demo);
    expect({ status, errors }).toEqual({
      status: 403,
      errors: { file: ["Uploads are turned off in the demo."] },
    });
  });

  it("beyond the limit get 503 with Retry-After, and the others succeed", async () => {
    const bytes = await picture(9, 9).png().toBuffer();
    const people = await Promise.all(Array.from({ length: 10 }, () => createTestUser(database())));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => upload(bytes, { ...people[at % 10] })),
    );
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(taken.length + refused.length).toBe(60);
    expect(taken.length).toBeGreaterThanOrEqual(36);
    expect(refused.length).toBeGreaterThan(0);
    for (const { response } of refused) expect(response.headers.get("retry-after")).toBe("5");
    expect((await upload(bytes)).status).toBe(200);
  }, 30_000);

  it("from one person, even 36 slow ones, leave room for another's", async () => {
    const raw = await serveRaw(site.listener);
    try {
      const head = [
        "POST /api/UploadProductImage HTTP/1.1",
        "Host: localhost:3000",
        "Content-Type: multipart/form-data; boundary=a",
        "Content-Length: 9000",
        `x-tenant: ${siteConfig.tenant}`,
        `Cookie: ${cookie}`,
      ];
      let refused = 0;
      for (let count = 0; count < 36; count += 1)
        raw.open([...head, "", "--a"].join("\r\n")).socket.once("data", (said: Buffer) => {
          if (said.toString().startsWith("HTTP/1.1 503 ")) refused += 1;
        });
      await expect.poll(() => refused).toBe(28);
      const another = await createTestUser(database());
      const { status } = await upload(await picture(9, 9).png().toBuffer(), another);
      expect(status).toBe(200);
    } finally {
      await raw.stop();
    }
  });
});

describe("an image's address", () => {
  it("is immutable, states its type, and supports HEAD and ETag", async () => {
    const { data } = await upload(await picture(30, 20).png().toBuffer());
    const got = await site.request(data.uri);
    const bytes = Buffer.from(await got.arrayBuffer());
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "content-type": "image/webp",
      "content-disposition": "inline",
      "content-length": String(bytes.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const head = await site.request(data.uri, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
    expect(await head.text()).toBe("");
    const etag = got.headers.get("etag") ?? "";
    const again = await site.request(data.uri, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await site.request(data.uri, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it.each([
    `/images/${"0".repeat(32)}-320.webp`,
    `/images/${"0".repeat(32)}-500.webp`,
    `/images/${"0".repeat(32)}.webp`,
    "/images/..%2f..%2fsecret-key",
    "/images/%00",
    "/images/' or 1=1-320.webp",
  ])("that is invalid answers 404: %s", async (path) => {
    const response = await site.request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("works on every server of the site, even after a restart", async () => {
    const { data } = await upload(await picture(30, 20).png().toBuffer());
    const other = createTestApp(database());
    expect(await served(data.uri, other)).toEqual(await served(data.uri));
  });
});

describe("a product's images", () => {
  it("keep their order and texts, for members and the public", async () => {
    const uploads: KeptImage[] = [];
    for (const seed of [1, 2, 3])
      uploads.push((await upload(await picture(20, 10, seed).png().toBuffer())).data);
    const [first, second, third] = uploads.map(({ imageId }) => imageId) as [number, number, number];
    const { data: made } = await save({ imageIds: [third, first], altTexts: ["Front", "Back <b>"] });
    expect(made.images.map(({ imageId, altText }) => [imageId, altText])).toEqual([
      [third, "Front"],
      [first, "Back <b>"],
    ]);
    const { data: changed } = await save({ productId: made.productId, imageIds: [second, first, third] });
    expect(changed.images.map(({ imageId, altText }) => [imageId, altText])).toEqual([
      [second, ""],
      [first, "Back <b>"],
      [third, "Front"],
    ]);
    expect(changed.imageUris).toEqual([uploads[1]?.uri, uploads[0]?.uri, uploads[2]?.uri]);
    const found = await site.request("/api/GetProductBySerialNumber?serialNumber=lmp-1");
    expect(await found.json()).toMatchObject({
      imageUris: changed.imageUris,
      images: changed.images.map(({ uri, altText }) => ({ uri, altText, width: 20, height: 10 })),
    });
  });

  it("belong to one product only, and a rejected save changes nothing", async () => {
    const { data: image } = await upload(await picture(20, 10).png().toBuffer());
    const { data: owner } = await save({ imageIds: [image.imageId], altTexts: ["Front"] });
    const other = await createTestProduct(database(), { name: "Other" });
    const { productId, serialNumber } = other;
    const refused = await save({ productId, serialNumber, imageIds: [image.imageId, 4711] });
    expect(refused).toMatchObject({
      status: 400,
      errors: {
        imageIds: [
          `Image ${image.imageId} belongs to another product.`,
          "Image 4711 no longer exists. Upload it again.",
        ],
      },
    });
    const listed = await site.request("/api/GetProducts", { headers: { cookie } });
    expect(((await listed.json()) as { data: Product[] }).data).toEqual([owner, other]);
  });

  it("can be added back after removal, with their texts", async () => {
    const { data: image } = await upload(await picture(20, 10).png().toBuffer());
    const { data: made } = await save({ imageIds: [image.imageId], altTexts: ["Front"] });
    expect((await save({ productId: made.productId, imageIds: [] })).data.images).toEqual([]);
    const { data: back } = await save({ productId: made.productId, imageIds: [image.imageId] });
    expect(back).toEqual(made);
  });
});
