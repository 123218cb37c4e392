import { describe, expect, it } from "vitest";
import { webhookAction } from "./webhook-action.ts";

describe("webhookAction", () => {
  it.each([
    ["TRANSACTIONS", "SYNC_UPDATES_AVAILABLE", "sync"],
    ["TRANSACTIONS", "INITIAL_UPDATE", "ignore"],
    ["TRANSACTIONS", "HISTORICAL_UPDATE", "ignore"],
    ["TRANSACTIONS", "DEFAULT_UPDATE", "ignore"],
    ["TRANSACTIONS", "TRANSACTIONS_REMOVED", "ignore"],
    ["ITEM", "ERROR", "problem"],
    ["ITEM", "PENDING_EXPIRATION", "warning"],
    ["ITEM", "PENDING_DISCONNECT", "warning"],
    ["ITEM", "LOGIN_REPAIRED", "repaired"],
    ["ITEM", "NEW_ACCOUNTS_AVAILABLE", "new-accounts"],
    ["ITEM", "USER_PERMISSION_REVOKED", "revoked"],
    ["ITEM", "USER_ACCOUNT_REVOKED", "revoked"],
    ["ITEM", "WEBHOOK_UPDATE_ACKNOWLEDGED", "ignore"],
    ["ITEM", "SYNC_UPDATES_AVAILABLE", "unknown"],
    ["AUTH", "ERROR", "unknown"],
    ["ITEM", "A_CODE_OF_TOMORROW", "unknown"],
    ["constructor", "", "unknown"],
  ])("maps %s %s to %s", (type, code, action) => {
    expect(webhookAction({ type, code })).toBe(action);
  });
});
