import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import type { ContentProblem } from "./content-source.ts";

/** An image of content/images, ready to be served. */
export type ContentImage = {
  fileName: string;
  /** Site-relative address with a hash of the bytes, so it can be cached forever. */
  path: string;
  width: number;
  height: number;
  contentType: string;
  etag: string;
};

export type ContentImages = {
  /** Scans the folder; doesn't read unchanged images again. */
  scan: () => Promise<{ images: ReadonlyMap<string, ContentImage>; problems: ContentProblem[] }>;
  /** Opens an image by the last part of its address, with or without the hash. */
  open: (name: string) => Promise<{ image: ContentImage; bytes: Buffer; isImmutable: boolean } | null>;
};

const types: Record<string, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
};
/** Parts of PNG, WebP, and AVIF files in which an image may say how browsers turn it. */
const turningParts = ["eXIf", "EXIF", "irot"];
const extensions = /\.(?:jpe?g|png|webp|avif|gif)$/i;
const largestBytes = 10_000_000;
const hashPart = /-[\w]{10}(?=\.[a-z]+$)/i;

/** Creates the store of the images in `directory` (content/images), called `images/…` in messages. */
export function createContentImages(directory: string): ContentImages {
  let known = new Map<string, { stamp: string; image: ContentImage }>();

  async function scan() {
    const problems: ContentProblem[] = [];
    const next = new Map<string, { stamp: string; image: ContentImage }>();
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    for (const fileName of entries.filter((entry) => entry.isFile()).map(({ name }) => name)) {
      if (fileName.startsWith(".")) continue;
      try {
        const { size, mtimeMs } = await stat(join(directory, fileName));
        const stamp = `${size} ${mtimeMs}`;
        const before = known.get(fileName);
        if (before?.stamp === stamp) next.set(fileName, before);
        else next.set(fileName, { stamp, image: await readImage(directory, fileName, size) });
      } catch (error) {
        problems.push({
          file: `images/${fileName}`,
          message: error instanceof Error ? error.message : String(error),
        });
      }
    }
    known = next;
    return { images: new Map([...next].map(([name, { image }]) => [name, image])), problems };
  }

  async function open(name: string) {
    const image = known.get(name)?.image ?? known.get(name.replace(hashPart, ""))?.image;
    if (image === undefined) return null;
    const bytes = await readFile(join(directory, image.fileName)).catch(() => null);
    return bytes === null ? null : { image, bytes, isImmutable: image.path.endsWith(`/${name}`) };
  }

  return { scan, open };
}

async function readImage(directory: string, fileName: string, size: number): Promise<ContentImage> {
  if (!extensions.test(fileName)) throw new Error("expected a JPEG, PNG, WebP, AVIF, or GIF");
  if (size > largestBytes) throw new Error(`is ${(size / 1e6).toFixed(1)} MB; expected at most 10 MB`);
  const bytes = await readFile(join(directory, fileName));
  const { format, width, height } = await readSize(bytes);
  const contentType = types[format];
  if (contentType === undefined) throw new Error(`is ${format}; expected a JPEG, PNG, WebP, AVIF, or GIF`);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const path = `/content/images/${encodeURIComponent(fileName.replace(/(\.[a-z]+)$/i, `-${hash}$1`))}`;
  return { fileName, path, width, height, contentType, etag: `"${hash}"` };
}

/** Reads an image's format, and its size as browsers show it, turned. */
async function readSize(bytes: Buffer): Promise<{ format: string; width: number; height: number }> {
  try {
    const { type: format = "", width, height, orientation = 1 } = imageSize(bytes);
    if (width === 0 || height === 0) throw new Error("has no size");
    if (orientation > 4) return { format, width: height, height: width };
    if (format === "jpg" || !turningParts.some((part) => bytes.includes(part)))
      return { format, width, height };
    // A native module of 14 MB, which only images like this one need.
    const { default: sharp } = await import("sharp");
    return { format, ...(await sharp(bytes).metadata()).autoOrient };
  } catch (cause) {
    throw new Error("can't be decoded as an image", { cause });
  }
}
