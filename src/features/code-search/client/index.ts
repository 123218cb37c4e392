/** Code search for other features: the dialog on a repository's page. */
export { CodeSearchDialog } from "./search-dialog.tsx";
