/**
 * Topics of changes by a call, a bank or another server (`GET /api/Events`); the browser knows which of its cached answers each
 * affects (`src/client/data/live-changes.ts`).
 */
export type ChangeTopic =
  | "budgets"
  | "transactions"
  | "categories"
  | "income"
  | "institutions"
  | "household"
  | "products";
