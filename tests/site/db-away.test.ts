import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isDatabaseAway } from "#server/database/db.ts";

function failure(code: string, message = "as the engine says it"): Error {
  return new DrizzleQueryError("select 1", [], Object.assign(new Error(message), { code }));
}

describe("a failure unrelated to the statement", () => {
  it.each([
    ["57P01", "the server is shut down"],
    ["57P03", "the server is starting"],
    ["08006", "the connection broke"],
    ["53100", "the disk is full"],
    ["53200", "the server is out of memory"],
    ["53300", "there are too many connections"],
    ["58030", "the disk can't be read"],
    ["25006", "the server is read-only after a failover"],
    ["ECONNREFUSED", "nobody listens"],
  ])("is %s: %s", (code) => {
    expect(isDatabaseAway(failure(code))).toBe(true);
  });

  it.each([
    "Connection terminated unexpectedly",
    "Client has encountered a connection error and is not queryable",
  ])("is “%s”", (message) => {
    expect(isDatabaseAway(new Error("Failed query", { cause: new Error(message) }))).toBe(true);
  });

  it.each([
    ["23505", "a duplicate row"],
    ["40P01", "a deadlock"],
    ["42703", "a column that does not exist"],
  ])("is not %s: %s", (code) => {
    expect(isDatabaseAway(failure(code))).toBe(false);
  });
});
