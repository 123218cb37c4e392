import { paths } from "./paths.ts";

/** Path of the screen that imports bank statements, optionally into one account. Not in `paths`, which every public page loads. */
export function importPath(accountId?: number): string {
  const path = `${paths.accounts()}/import`;
  return accountId === undefined ? path : `${path}?account=${accountId}`;
}
