import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { failureWords } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import type { FoundProduct } from "../contract.ts";
import { serialNumberKey } from "../domain/serial-number.ts";

/** Result of a lookup. A failure counts as data, so that it travels in the server's HTML like a success. */
export type ProductLookup = { kind: "found"; found: FoundProduct } | ({ kind: "failed" } & LookupFailure);

export type LookupFailure = {
  /** The server's message, or the fixed one (docs/reference/product.md, "Fixed texts"). */
  message: string;
  statusCode: number;
  /** Null if the answer is final and a retry wouldn't change it. */
  requestId: string | null;
  canRetry: boolean;
};

/** Message if the server gives none. */
const fallbackMessage = "An error occurred searching. Please try again later.";

/** Looks up a product by serial number, ignoring case; never throws. A refresh without an answer keeps what was found. */
export function productLookupQuery(api: Api, serialNumber: string) {
  return queryOptions({
    queryKey: ["products", "lookup", serialNumberKey(serialNumber)],
    queryFn: async ({ client, queryKey }): Promise<ProductLookup> => {
      try {
        return { kind: "found", found: await api.get("/api/GetProductBySerialNumber", { serialNumber }) };
      } catch (error) {
        const failure = failureOf(error);
        const before = client.getQueryData<ProductLookup>(queryKey);
        return before?.kind === "found" && failure.canRetry ? before : { kind: "failed", ...failure };
      }
    },
  });
}

function failureOf(error: unknown): LookupFailure {
  if (!(error instanceof ApiError)) {
    return { message: fallbackMessage, statusCode: 500, requestId: null, canRetry: true };
  }
  const { statusCode, requestId } = error;
  const canRetry = statusCode >= 500 || statusCode === 429;
  return {
    message: statusCode >= 500 ? fallbackMessage : failureWords(error),
    statusCode,
    requestId: canRetry ? requestId : null,
    canRetry,
  };
}

/** All products by name, for members only. */
export function productsQuery(api: Api) {
  return queryOptions({ queryKey: ["products", "list"], queryFn: () => api.get("/api/GetProducts") });
}

/** Reloads the list, lookups, and the palette after a change. */
export async function forgetProducts(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["products"] }),
    queryClient.invalidateQueries({ queryKey: ["palette", "products"] }),
  ]);
}
