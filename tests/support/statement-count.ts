import { Client } from "pg";
import { vi } from "vitest";

/**
 * How many statements work sends to the database, the ends of its transactions included. The one that counts the call where
 * several servers share a database is left out: it is every call's, and on one engine only.
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
