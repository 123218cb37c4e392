import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { ApiError } from "#shared/envelope.ts";
import type { FoundProduct } from "../contract.ts";
import { serialNumberKey } from "../domain/serial-number.ts";

/** How a look-up ended. A failure is an answer as well: it travels in the server's HTML as a find does. */
export type ProductLookup = { kind: "found"; found: FoundProduct } | ({ kind: "failed" } & LookupFailure);

export type LookupFailure = {
  /** What is told: the server's sentence, or the fixed one (docs/reference/product.md, "Fixed texts"). */
  message: string;
  statusCode: number;
  /** Null where the server knows the answer and it will not change by asking again. */
  requestId: string | null;
  canRetry: boolean;
};

/** What is told where the server gives no words. */
const fallbackMessage = "An error occurred searching. Please try again later.";

/** The product with a serial number, whatever the case; never throws. */
export function productLookupQuery(api: Api, serialNumber: string) {
  return queryOptions({
    queryKey: ["products", "lookup", serialNumberKey(serialNumber)],
    queryFn: async (): Promise<ProductLookup> => {
      try {
        return { kind: "found", found: await api.get("/api/GetProductBySerialNumber", { serialNumber }) };
      } catch (error) {
        return { kind: "failed", ...failureOf(error) };
      }
    },
  });
}

function failureOf(error: unknown): LookupFailure {
  if (!(error instanceof ApiError)) {
    return { message: fallbackMessage, statusCode: 500, requestId: null, canRetry: true };
  }
  const { statusCode, requestId, retryAfterSeconds } = error;
  const canRetry = statusCode >= 500 || statusCode === 429;
  return {
    message: statusCode >= 500 ? fallbackMessage : serverSentence(error, retryAfterSeconds),
    statusCode,
    requestId: canRetry ? requestId : null,
    canRetry,
  };
}

/** The server's words without the code in front of them. */
function serverSentence(error: ApiError, retryAfterSeconds: number | null): string {
  const words = Object.values(error.errors ?? {}).flat();
  const sentence = words.length === 0 ? error.message : words.join(" ");
  if (error.statusCode !== 429 || retryAfterSeconds === null) return sentence;
  const unit = retryAfterSeconds === 1 ? "second" : "seconds";
  return `${sentence}. Please try again in ${retryAfterSeconds} ${unit}.`;
}

/** Every product, by name; for members only. */
export function productsQuery(api: Api) {
  return queryOptions({ queryKey: ["products", "list"], queryFn: () => api.get("/api/GetProducts") });
}

/** After a change: the list, what was looked up, and the palette are asked for anew. */
export async function forgetProducts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["products"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "products"] }),
  ]);
}
