/** Code search for other features: the dialog on a repository's page, and the palette's files and definitions. */
export { codePaletteSource } from "./palette-source.ts";

/** Loads the dialog apart from the palette's source, which needs none of it. */
export async function loadCodeSearchDialog() {
  return (await import("./search-dialog.tsx")).CodeSearchDialog;
}
