import { paths } from "./paths.ts";

/** Path of the screen that sorts by payee. Not in `paths`, which every public page loads. */
export const payeesPath = `${paths.transactions()}/payees`;
