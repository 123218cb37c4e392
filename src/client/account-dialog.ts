/** Bridge that gives other features the dialog for accounts without a link, since features don't import each other. */
export { ManualDialog } from "#features/institutions/client/index.ts";
