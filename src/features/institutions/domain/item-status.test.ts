import { describe, expect, it } from "vitest";
import { statusOfItem, statusOfWarning, stateOfProblem, type ItemStatus } from "./item-status.ts";

const now = new Date("2026-11-21T15:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

const healthy: ItemStatus & { hasSynced: boolean } = {
  state: "healthy",
  stateCode: null,
  expiresAt: null,
  hasSynced: true,
};

describe("stateOfProblem", () => {
  it.each([
    ["ITEM_ERROR", "ITEM_LOGIN_REQUIRED", "repair"],
    ["ITEM_ERROR", "INVALID_MFA", "repair"],
    ["ITEM_ERROR", "A_CODE_OF_TOMORROW", "repair"],
    ["A_TYPE_OF_TOMORROW", "A_CODE_OF_TOMORROW", "repair"],
    [null, null, "repair"],
    ["INSTITUTION_ERROR", "INSTITUTION_NOT_RESPONDING", "down"],
    ["INSTITUTION_ERROR", "A_CODE_OF_TOMORROW", "down"],
    ["API_ERROR", "PLANNED_MAINTENANCE", "down"],
    ["RATE_LIMIT_EXCEEDED", "RATE_LIMIT", "down"],
    ["INSTITUTION_ERROR", "INSTITUTION_NO_LONGER_SUPPORTED", "revoked"],
    ["ITEM_ERROR", "ITEM_NOT_FOUND", "revoked"],
    ["INVALID_INPUT", "INVALID_ACCESS_TOKEN", "revoked"],
    ["ITEM_ERROR", "USER_PERMISSION_REVOKED", "revoked"],
    ["SIMPLEFIN_PROBLEM", "con.auth", "repair"],
    ["SIMPLEFIN_PROBLEM", "con.", "down"],
    ["SIMPLEFIN_PROBLEM", "act.missingdata", "down"],
    ["SIMPLEFIN_PROBLEM", "gen.auth", "revoked"],
    [null, "SIMPLEFIN_ACCESS_REVOKED", "revoked"],
    [null, "SIMPLEFIN_PAYMENT_REQUIRED", "expiring"],
  ] as const)("turns %s %s into %s", (type, code, state) => {
    expect(stateOfProblem({ type, code })).toBe(state);
  });
});

describe("statusOfItem", () => {
  const item = { error: null, consentExpiresAt: null };
  const reads = { now, isRepaired: false };

  it("is importing until its first sync, healthy after it", () => {
    expect(statusOfItem(item, { ...healthy, hasSynced: false }, reads).state).toBe("importing");
    expect(statusOfItem(item, healthy, reads).state).toBe("healthy");
  });

  it("clears an error that is gone", () => {
    const before = { ...healthy, state: "repair", stateCode: "ITEM_LOGIN_REQUIRED" } as const;
    expect(statusOfItem(item, before, reads)).toEqual({
      state: "healthy",
      stateCode: null,
      expiresAt: null,
    });
  });

  it("reports the bank's error", () => {
    const error = { type: "ITEM_ERROR", code: "ITEM_LOCKED" };
    expect(statusOfItem({ ...item, error }, healthy, reads)).toMatchObject({
      state: "repair",
      stateCode: "ITEM_LOCKED",
    });
  });

  it.each([
    [8, "healthy"],
    [7, "expiring"],
    [0, "healthy"],
    [-1, "healthy"],
    [-400, "healthy"],
  ])("for a consent that ends in %i days is %s", (days, state) => {
    const consentExpiresAt = inDays(days);
    const status = statusOfItem({ error: null, consentExpiresAt }, healthy, reads);
    expect(status).toMatchObject({ state, expiresAt: consentExpiresAt });
  });

  it("keeps a webhook's warning until its date", () => {
    const warned = {
      ...healthy,
      state: "expiring",
      stateCode: "PENDING_DISCONNECT",
      expiresAt: inDays(3),
    } as const;
    expect(statusOfItem(item, warned, reads)).toEqual({
      state: "expiring",
      stateCode: "PENDING_DISCONNECT",
      expiresAt: inDays(3),
    });
    expect(statusOfItem(item, { ...warned, expiresAt: inDays(-1) }, reads).state).toBe("healthy");
    expect(statusOfItem(item, warned, { now, isRepaired: true }).state).toBe("healthy");
  });

  it("drops a warning about a consent that has been renewed", () => {
    const warned = {
      ...healthy,
      state: "expiring",
      stateCode: "PENDING_EXPIRATION",
      expiresAt: inDays(3),
    } as const;
    const renewed = { error: null, consentExpiresAt: inDays(180) };
    expect(statusOfItem(renewed, warned, reads)).toMatchObject({
      state: "healthy",
      expiresAt: inDays(180),
    });
  });
});

describe("statusOfWarning", () => {
  it("uses the warning's date, or a week from now, and ignores a past date", () => {
    expect(statusOfWarning("PENDING_EXPIRATION", inDays(5), now)?.expiresAt).toEqual(inDays(5));
    expect(statusOfWarning("PENDING_DISCONNECT", null, now)?.expiresAt).toEqual(inDays(7));
    expect(statusOfWarning("PENDING_EXPIRATION", inDays(-1), now)).toBeNull();
  });
});
