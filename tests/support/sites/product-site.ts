import type { Page } from "@playwright/test";
import sharp from "sharp";
import { signIn } from "../visits/e2e.ts";
import { dataOf, tenantOf } from "./finance-site.ts";

/** Products for end-to-end tests, created with the calls that the screens use. */

/** A file as Playwright passes it to a file chooser. */
export type PictureFile = { name: string; mimeType: string; buffer: Buffer };

/** Creates a PNG of one color, so that each picture of a test is different. */
export async function pngFile(
  name: string,
  width: number,
  height: number,
  color: string,
): Promise<PictureFile> {
  const buffer = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

type NewProduct = {
  name: string;
  serialNumber: string;
  grade?: string;
  description?: string;
  pictures?: { file: PictureFile; altText: string }[];
};

/** Creates a product as the member signed in on the page; sign in first. */
export async function createProduct(page: Page, { pictures = [], ...product }: NewProduct): Promise<number> {
  const imageIds: number[] = [];
  for (const { file } of pictures) {
    const uploaded = await callOf(page, "/api/UploadProductImage", { multipart: { file } });
    imageIds.push(Number(uploaded["imageId"]));
  }
  const saved = await callOf(page, "/api/SaveProduct", {
    data: { productId: 0, ...product, imageIds, altTexts: pictures.map(({ altText }) => altText) },
  });
  return Number(saved["productId"]);
}

/** Deletes every product, because all tests share them and another test's would appear in this one's rows. */
export async function deleteProducts(page: Page): Promise<void> {
  const response = await page.request.get("/api/GetProducts");
  const { data } = (await response.json()) as { data: { productId: number }[] };
  for (const { productId } of data) await callOf(page, "/api/DeleteProduct", { data: { productId } });
}

/** Creates a product in a separate browser context, which leaves the page's visitor anonymous. */
export async function createProductAsMember(page: Page, product: NewProduct): Promise<void> {
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: originOf(page) });
  if (context === undefined) throw new Error("no second browser context");
  const member = await context.newPage();
  await signIn(member, "/about");
  await createProduct(member, product);
  await context.close();
}

function originOf(page: Page): string {
  const { origin } = new URL(page.url());
  if (origin === "null") throw new Error("open a page of the site first");
  return origin;
}

async function callOf(
  page: Page,
  path: string,
  body: { data: object } | { multipart: { file: PictureFile } },
): Promise<Record<string, unknown>> {
  const response = await page.request.post(path, {
    ...body,
    headers: { "x-tenant": await tenantOf(page), origin: originOf(page) },
  });
  return dataOf(path, response);
}
