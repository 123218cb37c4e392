import { usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/routing/paths.ts";

/** Returns a function that makes a product's public address, including the host. */
export function useProductLink(): (serialNumber: string) => string {
  const { publicUrl } = usePublicConfig();
  return (serialNumber) => `${publicUrl}${paths.productSearch(serialNumber)}`;
}
