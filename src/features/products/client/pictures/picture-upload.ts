import { uploadFile } from "#client/files/upload-file.ts";
import { ApiError } from "#shared/envelope.ts";
import type { ProductImage } from "../../contract.ts";
import type { PictureFailure } from "../../domain/picture-list.ts";
import { maxImageBytes } from "../../domain/product-images.ts";

/** An uploaded image; its alt text is saved with the product. */
export type UploadedPicture = Omit<ProductImage, "altText">;

type UploadOptions = {
  tenant: string;
  /** Receives the share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** Types that the server decodes (`UploadProductImage`). */
export const acceptedPictures = "image/jpeg,image/png,image/webp,image/avif";

/** Returns why a file would be rejected; null if it may be sent. */
export function pictureRefusal(file: Pick<File, "type" | "size">): string | null {
  if (file.size === 0) return "The file is empty.";
  if (file.size > maxImageBytes) return "The file is larger than 10 MB.";
  if (file.type !== "" && !acceptedPictures.split(",").includes(file.type))
    return "Use a JPEG, PNG, WebP, or AVIF image.";
  return null;
}

/**
 * Uploads one image.
 * @throws ApiError with the server's or the network's failure; AbortError when `signal` is aborted
 */
export function uploadPicture(file: File, options: UploadOptions): Promise<UploadedPicture> {
  const form = new FormData();
  form.append("file", file);
  const failedText = "Couldn’t upload the image. Check your connection.";
  return uploadFile("/api/UploadProductImage", form, { ...options, failedText });
}

/** Statuses that a retry won't change. */
const finalStatuses = new Set([400, 403, 413, 415]);

/** Explains a failed upload in a sentence without a code or field name, and says what may help. */
export function explainUpload(error: unknown): PictureFailure {
  if (!(error instanceof ApiError)) return { message: "Couldn’t upload the image.", canRetry: true };
  const words = Object.values(error.errors ?? {}).flat();
  return {
    message: words.length === 0 ? error.message : words.join(" "),
    canRetry: !finalStatuses.has(error.statusCode),
    needsSignIn: error.statusCode === 401,
  };
}
