import { Client } from "pg";
import { vi } from "vitest";

/**
 * Counts the statements that work sends to the database, including those that end its transactions. The one that counts the
 * call is excluded, because every call has it, and only on one engine.
 */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([statement]) => !textOf(statement).includes("call_counts")).length;
  } finally {
    query.mockRestore();
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const hasText = typeof statement === "object" && statement !== null && "text" in statement;
  return hasText ? String(statement.text) : "";
}
