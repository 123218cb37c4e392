import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "#client/data/api.ts";
import { useApi } from "#client/app-context.tsx";
import { useUndoable, type Act } from "#client/use-undoable.ts";
import type { Product } from "../contract.ts";
import { forgetProducts, productsQuery } from "./product-queries.ts";

/** Deletes at once; the toast offers Undo (docs/reference/product.md, "Undo"). */
export function useProductRemoval(onRemoved: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { perform, isPending, failure } = useUndoable({ renew: forgetProducts });

  function remove(product: Product) {
    perform(deleteProduct(api, product), () => {
      queryClient.setQueryData(productsQuery(api).queryKey, (products) =>
        products?.filter(({ productId }) => productId !== product.productId),
      );
      onRemoved();
    });
  }

  return { remove, isPending, failure };
}

function deleteProduct(api: Api, { productId, name }: Product): Act {
  return {
    failedText: `Couldn’t delete ${name}.`,
    run: async () => {
      await api.post("/api/DeleteProduct", { productId });
      return {
        text: `Deleted ${name}.`,
        undo: {
          failedText: `Couldn’t restore ${name}.`,
          run: async () => {
            await api.post("/api/RestoreProduct", { productId });
            return { text: `Restored ${name}.` };
          },
        },
      };
    },
  };
}
