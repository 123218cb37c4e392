/** Loads the design page: from a file of its own, because the first script would list the 50 files that only that page loads. */
export function loadDesignPage() {
  return import("./design-page.tsx");
}
