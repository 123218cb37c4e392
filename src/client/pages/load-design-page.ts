/** Loads the design page. In a file of its own, so that the first script doesn't list the many files that only that page loads. */
export function loadDesignPage() {
  return import("./design-page.tsx");
}
