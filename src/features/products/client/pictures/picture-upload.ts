import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";
import type { ProductImage } from "../../contract.ts";
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
 * Uploads one image. Uses XMLHttpRequest because fetch can't report progress.
 * @throws ApiError with the server's or the network's failure; AbortError when `signal` is aborted
 */
export function uploadPicture(file: File, options: UploadOptions): Promise<UploadedPicture> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/UploadProductImage");
    request.setRequestHeader("x-tenant", options.tenant);
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      options.onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener("load", () => {
      const result = readAnswer<UploadedPicture>(answerOf(request), parsed(request.responseText));
      if (result.success) resolve(result.data);
      else reject(new ApiError(result));
    });
    request.addEventListener("error", () => {
      const failure = networkFailure(new Error("Couldn’t upload the image. Check your connection."));
      if (!failure.success) reject(new ApiError(failure));
    });
    request.addEventListener("abort", () => reject(new DOMException("Canceled", "AbortError")));
    options.signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest) {
  return {
    status: request.status,
    ok: request.status >= 200 && request.status < 300,
    headers: { get: (name: string) => request.getResponseHeader(name) },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Statuses that a retry won't change. */
const finalStatuses = new Set([400, 403, 413, 415]);

/** Explains a failed upload in a sentence without a code or field name, and says whether a retry may help. */
export function explainUpload(error: unknown): { message: string; canRetry: boolean } {
  if (!(error instanceof ApiError)) return { message: "Couldn’t upload the image.", canRetry: true };
  const words = Object.values(error.errors ?? {}).flat();
  return {
    message: words.length === 0 ? error.message : words.join(" "),
    canRetry: !finalStatuses.has(error.statusCode),
  };
}
