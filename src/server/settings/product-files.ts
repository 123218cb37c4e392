import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What package.json calls `#product` is itself: the one thing that the sources and the build find without knowing where they lie. */
const productDir = dirname(fileURLToPath(import.meta.resolve("#product")));

/** The path of a file or folder that comes with the product, such as `sample` or `db/migrations`. */
export function productFile(path: string): string {
  return join(productDir, path);
}
