import { expect, it } from "vitest";
import type { SimpleFinServer } from "#upstreams/simplefin/index.ts";

export type SimpleFinUnderTest = {
  /** Our own client. */
  server: SimpleFinServer;
  /** Makes a setup token that wasn't used. */
  makeToken: () => Promise<string>;
};

const dayMs = 86_400_000;

/** Checks what our client relies on, always against the sandbox, and against a real server if a token for one is given. */
export function simpleFinConformance(target: () => SimpleFinUnderTest): void {
  it("turns a setup token into an access with accounts, balances, and dated rows", async () => {
    const { server, makeToken } = target();
    const { accessUrl, accessId } = await server.claim(await makeToken());
    expect(accessId).toMatch(/^[a-f\d]{40}$/);
    const balances = await server.accounts(accessUrl, null);
    expect(balances.accounts.length).toBeGreaterThan(0);
    for (const account of balances.accounts) {
      expect(account.transactions).toEqual([]);
      expect(account.currency).toMatch(/^[A-Z]{3}$/);
    }
    const known = new Set(balances.connections.map(({ id }) => id));
    for (const { connectionId } of balances.accounts)
      if (connectionId !== null) expect(known).toContain(connectionId);
  });

  it("answers the same rows under the same IDs, unique within their account", async () => {
    const { server, makeToken } = target();
    const { accessUrl } = await server.claim(await makeToken());
    const latest = Math.max(
      ...(await server.accounts(accessUrl, null)).accounts.map((one) => one.balanceAt.getTime()),
    );
    const day = (ago: number) => new Date(latest - ago * dayMs).toISOString().slice(0, 10);
    const window = { fromDay: day(40), beforeDay: day(10) };
    const one = await server.accounts(accessUrl, window);
    const other = await server.accounts(accessUrl, window);
    expect(other.accounts).toEqual(one.accounts);
    for (const { transactions } of one.accounts) {
      expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
      for (const { date, pending } of transactions) {
        expect(pending).toBe(false);
        expect(date ?? "").toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect((date ?? "") >= window.fromDay && (date ?? "") < window.beforeDay).toBe(true);
      }
    }
  });
}
