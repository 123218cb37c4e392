import { usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";

/** Makes the address under which everybody finds a product, host included. */
export function useProductLink(): (serialNumber: string) => string {
  const { publicUrl } = usePublicConfig();
  return (serialNumber) => `${publicUrl}${paths.productSearch(serialNumber)}`;
}
