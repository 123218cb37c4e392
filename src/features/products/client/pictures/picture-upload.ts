import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";
import type { ProductImage } from "../../contract.ts";
import { maxImageBytes } from "../../domain/product-images.ts";

/** A picture as the server keeps it; its alt text is given when the product is saved. */
export type UploadedPicture = Omit<ProductImage, "altText">;

type UploadOptions = {
  tenant: string;
  /** Share of the bytes that are sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** What the server decodes (`UploadProductImage`). */
export const acceptedPictures = "image/jpeg,image/png,image/webp,image/avif";

/** Why a file need not even be sent; null where it may. */
export function pictureRefusal(file: Pick<File, "type" | "size">): string | null {
  if (file.size === 0) return "The file is empty.";
  if (file.size > maxImageBytes) return "The file is larger than 10 MB.";
  if (file.type !== "" && !acceptedPictures.split(",").includes(file.type))
    return "Only JPEG, PNG, WebP and AVIF pictures are kept.";
  return null;
}

/**
 * Sends one picture. Not by fetch: only this way tells how much has been sent.
 * @throws ApiError what the server said, or the network; AbortError when `signal` says so
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
      const failure = networkFailure(new Error("The picture could not be sent. Check the connection."));
      if (!failure.success) reject(new ApiError(failure));
    });
    request.addEventListener("abort", () => reject(new DOMException("Taken back", "AbortError")));
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

/** What the server refuses for its content it will refuse again; anything else may go better. */
const finalStatuses = new Set([400, 403, 413, 415]);

/** Why a picture was not taken, as a sentence without a code or a field's name in front, and whether to try again. */
export function explainUpload(error: unknown): { message: string; canRetry: boolean } {
  if (!(error instanceof ApiError)) return { message: "The picture could not be sent.", canRetry: true };
  const words = Object.values(error.errors ?? {}).flat();
  return {
    message: words.length === 0 ? error.message : words.join(" "),
    canRetry: !finalStatuses.has(error.statusCode),
  };
}
