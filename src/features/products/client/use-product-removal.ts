import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mayGoBetter } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import type { FailedRequest } from "#client/request-failed-dialog.tsx";
import { ApiError } from "#shared/envelope.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { Product } from "../contract.ts";
import { forgetProducts, productsQuery } from "./product-queries.ts";

type Act = { kind: "delete" | "restore"; product: Product };

/** Deletes at once; for a while the toast takes it back (docs/reference/product.md, "Undo"). */
export function useProductRemoval(onRemoved: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<(Act & { error: Error }) | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ kind, product: { productId } }: Act) => {
      if (kind === "delete") await api.post("/api/DeleteProduct", { productId });
      else await api.post("/api/RestoreProduct", { productId });
    },
    onSuccess: async (_data, act) => {
      setFailed(null);
      if (act.kind === "delete") handleDeleted(act.product);
      else toastQueue.add({ message: `Restored ${act.product.name}.`, tone: "positive" });
      await forgetProducts(queryClient);
    },
    onError: (error, act) => setFailed({ ...act, error }),
  });

  function handleDeleted(product: Product) {
    queryClient.setQueryData(productsQuery(api).queryKey, (products) =>
      products?.filter(({ productId }) => productId !== product.productId),
    );
    toastQueue.add({
      message: `Deleted ${product.name}.`,
      action: { label: "Undo", onAction: () => mutate({ kind: "restore", product }) },
    });
    onRemoved();
  }

  const failure: FailedRequest | null =
    failed === null
      ? null
      : {
          text: failureText(failed, failed.error),
          retry: mayGoBetter(failed.error)
            ? () => mutate({ kind: failed.kind, product: failed.product })
            : null,
          close: () => setFailed(null),
        };
  return { remove: (product: Product) => mutate({ kind: "delete", product }), isPending, failure };
}

function failureText({ kind, product }: Act, error: Error): string {
  const done = kind === "delete" ? "deleted" : "restored";
  return `${product.name} could not be ${done}. ${reasonOf(error)}`;
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const words = Object.values(error.errors ?? {}).flat();
  const reason = words.length === 0 ? `${error.message}.` : words.join(" ");
  return error.statusCode >= 500 && error.requestId !== null
    ? `${reason} Request ${error.requestId}`
    : reason;
}
