/** The door of code search: the dialog that lies over a repository's page. */
export { CodeSearchDialog } from "./search-dialog.tsx";
