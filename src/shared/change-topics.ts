/**
 * What a call, a bank or another server may have changed of what screens show (`GET /api/Events`); the browser knows which
 * of its answers each touches (`src/client/data/live-changes.ts`).
 */
export type ChangeTopic = "budgets" | "transactions" | "categories" | "income" | "institutions" | "products";
