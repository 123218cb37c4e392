import type { FileRef } from "./search-place.ts";
import type { SearchItem } from "./search-results.ts";

const blob = /^(https?:\/\/.+?)\/blob\/([^/]+)\/(.+)$/;

/**
 * Where GitHub shows a file: as the search has found it, else beside another found file of the same repository; null where
 * nothing of that repository was found. Addresses that are no web addresses are not followed.
 */
export function gitHubFileAddress(items: readonly SearchItem[], file: FileRef): string | null {
  const own = items.filter(({ repository }) => repository.name === file.repo);
  const exact = own.find(({ path }) => path === file.path);
  if (exact !== undefined) return blob.test(exact.html_url) ? exact.html_url : null;
  for (const { html_url: address } of own) {
    const [, repository, ref] = blob.exec(address) ?? [];
    if (repository !== undefined && ref !== undefined) {
      return `${repository}/blob/${ref}/${file.path.split("/").map(encodeURIComponent).join("/")}`;
    }
  }
  return null;
}

/** The repository's own page at GitHub, from the address of one of its files. */
export function gitHubRepoAddress(fileAddress: string): string {
  return blob.exec(fileAddress)?.[1] ?? fileAddress;
}
