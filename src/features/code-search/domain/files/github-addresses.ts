import { encodePath } from "#shared/text/encode-path.ts";
import type { FileRef } from "../search-place.ts";
import type { SearchItem } from "../search-shapes.ts";

const blob = /^(https?:\/\/.+?)\/blob\/([^/]+)\/(.+)$/;

/**
 * Returns a file's address on GitHub: from the search results, else derived from another file of the same repository,
 * else on the default branch of the owner's repository (`ownerAddress` is the owner's page). Ignores anything but web
 * addresses.
 */
export function gitHubFileAddress(items: readonly SearchItem[], file: FileRef, ownerAddress: string): string {
  const own = items.filter(({ repository }) => repository.name === file.repo);
  const exact = own.find(({ path, html_url }) => path === file.path && blob.test(html_url));
  if (exact !== undefined) return exact.html_url;
  for (const { html_url: address } of own) {
    const [, repository, ref] = blob.exec(address) ?? [];
    if (repository !== undefined && ref !== undefined) {
      return `${repository}/blob/${ref}/${encodePath(file.path)}`;
    }
  }
  return blobAddress(`${ownerAddress}/${encodeURIComponent(file.repo)}`, "HEAD", file.path);
}

/** Returns a file's address on GitHub at a branch or a commit. */
export function blobAddress(repositoryUrl: string, ref: string, path: string): string {
  return `${repositoryUrl}/blob/${encodePath(ref)}/${encodePath(path)}`;
}

/** Returns the repository's page on GitHub from one of its files' addresses. */
export function gitHubRepoAddress(fileAddress: string): string {
  return blob.exec(fileAddress)?.[1] ?? fileAddress;
}

/** Returns the page of GitHub's own code search for a query. */
export function gitHubSearchAddress(githubUrl: string, query: string): string {
  return `${githubUrl}/search?q=${encodeURIComponent(query)}&type=code`;
}

/** Returns GitHub's page with the authors of a file's lines; null if the address isn't a file's. */
export function gitHubBlameAddress(fileAddress: string): string | null {
  const [, repository, ref, path] = blob.exec(fileAddress) ?? [];
  return path === undefined ? null : `${repository}/blame/${ref}/${path}`;
}
