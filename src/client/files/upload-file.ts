import { moneyHeader } from "#shared/household.ts";
import { moneyHeaders } from "../household/shown-membership.ts";
import { ApiError, networkFailure, readAnswer } from "#shared/envelope.ts";

type UploadOptions = {
  tenant: string;
  /** Sentence for an upload that got no answer. */
  failedText: string;
  /** Receives the share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a form with a file. Uses XMLHttpRequest because fetch can't report progress.
 * @throws ApiError with the server's or the network's failure; AbortError when `signal` is aborted
 */
export function uploadFile<Answer>(path: string, form: FormData, options: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("x-tenant", options.tenant);
    request.setRequestHeader(moneyHeader, moneyHeaders[moneyHeader]);
    request.setRequestHeader("accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      options.onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener("load", () => {
      const result = readAnswer<Answer>(answerOf(request), parsed(request.responseText));
      if (result.success) resolve(result.data);
      else reject(new ApiError(result));
    });
    request.addEventListener("error", () => {
      const failure = networkFailure(new Error(options.failedText));
      if (!failure.success) reject(new ApiError(failure));
    });
    request.addEventListener("abort", () => reject(new DOMException("Canceled", "AbortError")));
    options.signal.addEventListener("abort", () => request.abort(), { once: true });
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
