import { authQuery } from "#client/auth-state.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";
import { productsQuery } from "./product-queries.ts";

/** Products for the command palette, for members; each links to its public page. */
export const productPaletteSource: PaletteSource = {
  id: "products",
  what: "products",
  load: async ({ api, queryClient }) => {
    const { isMember } = await queryClient.ensureQueryData(authQuery(api));
    if (!isMember) return [];
    const products = await queryClient.fetchQuery(productsQuery(api));
    return products.map(({ productId, name, serialNumber, grade }) => ({
      id: `product ${productId}`,
      label: name,
      kind: "Product",
      href: paths.productSearch(serialNumber),
      icon: "box",
      keywords: `${serialNumber} ${grade}`,
    }));
  },
};
