import { Client } from "pg";
import { vi } from "vitest";

/**
 * Counts the statements that work sends to the database, including those that end its transactions. Excluded are the one that
 * counts the call, because every call has it, and those that set up a connection, because the pool may have one open already.
 */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  const query = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.filter(([statement]) => !isExcluded(textOf(statement))).length;
  } finally {
    query.mockRestore();
  }
}

function isExcluded(text: string): boolean {
  return text.includes("call_counts") || text.startsWith("SET TIME ZONE");
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const hasText = typeof statement === "object" && statement !== null && "text" in statement;
  return hasText ? String(statement.text) : "";
}
