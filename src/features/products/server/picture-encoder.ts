import { countText } from "#shared/text/counts.ts";
import { createHash } from "node:crypto";
import type { Sharp, SharpOptions } from "sharp";
import { invalid, type AppError } from "#shared/errors.ts";
import { imageWidths, type ImageWidth } from "../domain/product-images.ts";

/** An encoded image: WebP without metadata, in the widths that it fills. */
export type Picture = {
  /** First 128 bits of the files' SHA-256, in hexadecimal. */
  hash: string;
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  sizes: { width: ImageWidth; bytes: Buffer }[];
};

/** Enough for any phone's camera; limits the decoder's memory. */
const maxPixels = 50_000_000;
/** WebP's own maximum is 16,383. */
const longestSide = 16_000;
const timeoutSeconds = 20;
const hashDigits = 32;
const webp = { quality: 82, effort: 4 };

/**
 * Decodes an image and encodes it again: upright, in sRGB, first frame only, without metadata or any other content of
 * the file. Ignores its name and declared type.
 * @throws AppError 400 under `file` unless it is a complete JPEG, PNG, WebP, or AVIF of a reasonable size
 */
export async function encodePicture(file: Buffer): Promise<Picture> {
  const format = formatOf(file);
  if (format === null) throw refused("Use a JPEG, PNG, WebP, or AVIF image.");
  // Loaded with the first image: it is a large native module.
  const { default: sharp } = await import("sharp");
  // Each image is decoded once, so libvips's cache would only use memory.
  sharp.cache(false);
  sharp.concurrency(1);
  // Reads only the header: its size decides whether anything is decoded.
  const size = await readSize(sharp(file, { ...decoding, limitInputPixels: false }), format);
  const upright = await decoded(
    sharp(file, { ...decoding, limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ width: imageWidths[2], withoutEnlargement: true })
      .toColourspace("srgb")
      .timeout({ seconds: timeoutSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const sizes: Picture["sizes"] = [];
  for (const width of widthsOf(size.width)) {
    const { channels, width: rawWidth, height: rawHeight } = upright.info;
    const bytes = await sharp(upright.data, { raw: { channels, width: rawWidth, height: rawHeight } })
      .resize({ width, withoutEnlargement: true })
      .webp(webp)
      .timeout({ seconds: timeoutSeconds })
      .toBuffer();
    sizes.push({ width, bytes });
  }
  return { hash: hashOf(sizes), ...size, sizes };
}

type Format = "jpeg" | "png" | "webp" | "avif";

const decoding: SharpOptions = { failOn: "error", sequentialRead: true, animated: false, pages: 1 };

/** Detects the format by the first bytes, so that decoders of other formats (SVG, PDF, TIFF …) never see an upload. */
function formatOf(file: Buffer): Format | null {
  const start = file.subarray(0, 12).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^RIFF[^]{4}WEBP$/.test(start)) return "webp";
  return /^[^]{4}ftypavi[fs]$/.test(start) || isAvifByBrand(file) ? "avif" : null;
}

/** Returns true for AVIF. The major brand may be a generic one; then the list of brands after it names AVIF. */
function isAvifByBrand(file: Buffer): boolean {
  if (file.length < 20 || file.toString("latin1", 4, 8) !== "ftyp") return false;
  const end = Math.min(file.readUInt32BE(0), file.length, 256);
  for (let at = 16; at + 4 <= end; at += 4) if (file.toString("latin1", at, at + 4) === "avif") return true;
  return false;
}

async function readSize(picture: Sharp, format: Format): Promise<{ width: number; height: number }> {
  const header = await decoded(picture.metadata());
  const found = header.format === "heif" && header.compression === "av1" ? "avif" : header.format;
  if (found !== format) throw refused("Use a JPEG, PNG, WebP, or AVIF image.");
  const { width, height } = header.autoOrient;
  if (Math.max(width, height) > longestSide || width * height > maxPixels) {
    const pixels = `${countText(width)} × ${countText(height)} pixels`;
    throw refused(`The image is too large: ${pixels}. Use at most 50 megapixels and 16,000 pixels a side.`);
  }
  return { width, height };
}

async function decoded<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message))
      throw refused("The image takes too long to decode. Save it in a simpler format.");
    throw refused("The image file is damaged or incomplete.");
  }
}

function widthsOf(original: number): ImageWidth[] {
  const whole = imageWidths.findIndex((width) => width >= original);
  return imageWidths.slice(0, whole < 0 ? imageWidths.length : whole + 1);
}

function hashOf(sizes: Picture["sizes"]): string {
  const hash = createHash("sha256");
  for (const { width, bytes } of sizes) hash.update(`${width} ${bytes.byteLength}\n`).update(bytes);
  return hash.digest("hex").slice(0, hashDigits);
}

function refused(message: string): AppError {
  return invalid({ file: [message] });
}
