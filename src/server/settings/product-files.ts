import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the product, resolved by package.json's `#product`, which works from the sources and the build alike. */
const productDir = dirname(fileURLToPath(import.meta.resolve("#product")));

/** Returns the path of a file or folder that comes with the product, such as `sample` or `db/migrations`. */
export function productFile(path: string): string {
  return join(productDir, path);
}
