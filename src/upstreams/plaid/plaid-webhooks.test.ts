import type {
  ItemErrorWebhook,
  ItemLoginRepairedWebhook,
  NewAccountsAvailableWebhook,
  PendingDisconnectWebhook,
  PendingExpirationWebhook,
  SyncUpdatesAvailableWebhook,
  UserAccountRevokedWebhook,
  UserPermissionRevokedWebhook,
  WebhookUpdateAcknowledgedWebhook,
} from "plaid";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { OnTheWire } from "../../../tests/support/stand-ins/plaid-samples.ts";
import { readWebhook, type webhookSchema } from "./plaid-webhooks.ts";

function read(body: unknown) {
  return readWebhook(Buffer.from(JSON.stringify(body)));
}

const about = { item_id: "item-1", environment: "production" };
const nothing = { itemId: "item-1", error: null, consentExpiresAt: null, reason: null };

describe("a webhook", () => {
  it("about new transactions has the Item's id", () => {
    const body = {
      ...about,
      webhook_type: "TRANSACTIONS",
      webhook_code: "SYNC_UPDATES_AVAILABLE",
      initial_update_complete: true,
      historical_update_complete: false,
    } satisfies OnTheWire<SyncUpdatesAvailableWebhook>;
    expect(read(body)).toEqual({ type: "TRANSACTIONS", code: "SYNC_UPDATES_AVAILABLE", ...nothing, body });
  });

  it("about an error has its message without tokens", () => {
    const error = {
      error_type: "ITEM_ERROR",
      error_code: "ITEM_LOGIN_REQUIRED",
      error_message: "the login details of access-production-1a2b have changed",
      display_message: null,
      status: 400,
    };
    const body = {
      ...about,
      webhook_type: "ITEM",
      webhook_code: "ERROR",
      error,
    } satisfies OnTheWire<ItemErrorWebhook>;
    expect(read(body)).toMatchObject({
      type: "ITEM",
      code: "ERROR",
      error: {
        type: "ITEM_ERROR",
        code: "ITEM_LOGIN_REQUIRED",
        message: "the login details of access-… have changed",
      },
    });
  });

  it("about ending access has the date and, if given, the reason", () => {
    const expiration = {
      ...about,
      webhook_type: "ITEM",
      webhook_code: "PENDING_EXPIRATION",
      consent_expiration_time: "2027-01-15T13:25:17.766Z",
    } satisfies OnTheWire<PendingExpirationWebhook>;
    expect(read(expiration)).toMatchObject({ consentExpiresAt: "2027-01-15T13:25:17.766Z", reason: null });
    const disconnect = {
      ...about,
      webhook_type: "ITEM",
      webhook_code: "PENDING_DISCONNECT",
      reason: "INSTITUTION_MIGRATION",
      disconnect_time: "2027-01-15T08:25:17-05:00",
    } satisfies OnTheWire<PendingDisconnectWebhook>;
    expect(read(disconnect)).toMatchObject({
      consentExpiresAt: "2027-01-15T13:25:17.000Z",
      reason: "INSTITUTION_MIGRATION",
    });
  });

  it("with an unknown code is kept complete", () => {
    const body = { webhook_type: "SIGNAL", webhook_code: "SOMETHING_NEW", user_id: "u", deep: { list: [1] } };
    expect(read(body)).toEqual({ type: "SIGNAL", code: "SOMETHING_NEW", ...nothing, itemId: null, body });
  });

  it("loses only invalid fields", () => {
    const body = {
      webhook_type: "ITEM",
      webhook_code: "ERROR",
      item_id: 7,
      error: "down",
      consent_expiration_time: "soon",
      disconnect_time: 5,
      reason: {},
    };
    expect(read(body)).toEqual({ type: "ITEM", code: "ERROR", ...nothing, itemId: null, body });
  });

  it("has no characters that Postgres refuses in JSON", () => {
    const webhook = read({ webhook_type: "ITEM", webhook_code: "ERROR", note: "a\u0000b", list: ["\u0000"] });
    expect(webhook?.body).toMatchObject({ note: "ab", list: [""] });
  });

  it("requires a type and a code", () => {
    for (const body of [
      null,
      7,
      [],
      {},
      { webhook_type: "ITEM" },
      { webhook_type: "", webhook_code: "ERROR" },
    ]) {
      expect(read(body)).toBeNull();
    }
    expect(readWebhook(Buffer.from("{"))).toBeNull();
  });

  it("matches Plaid's own types", () => {
    type Input = z.input<typeof webhookSchema>;
    expectTypeOf<SyncUpdatesAvailableWebhook>().toExtend<Input>();
    expectTypeOf<ItemErrorWebhook>().toExtend<Input>();
    expectTypeOf<ItemLoginRepairedWebhook>().toExtend<Input>();
    expectTypeOf<PendingExpirationWebhook>().toExtend<Input>();
    expectTypeOf<PendingDisconnectWebhook>().toExtend<Input>();
    expectTypeOf<Required<NewAccountsAvailableWebhook>>().toExtend<Input>();
    expectTypeOf<UserPermissionRevokedWebhook>().toExtend<Input>();
    expectTypeOf<UserAccountRevokedWebhook>().toExtend<Input>();
    expectTypeOf<WebhookUpdateAcknowledgedWebhook>().toExtend<Input>();
  });
});
