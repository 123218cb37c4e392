import { describe, expect, it } from "vitest";
import { itemStateSchema } from "#shared/finance-shapes.ts";
import { ownCodes, type Standing } from "./item-state.ts";
import { stateReason } from "./state-reason.ts";

const now = new Date("2026-11-21T15:00:00Z");
const zone = "America/New_York";

describe("the sentence about a state", () => {
  const reasonOf = (state: Standing["state"], stateCode: string | null, expiresAt: Date | null = null) =>
    stateReason({ state, stateCode, expiresAt }, zone);

  it.each<[Standing["state"], string | null, string | null]>([
    ["importing", null, "Your transactions are being fetched. This takes a few minutes."],
    [
      "importing",
      ownCodes.notReady,
      "The bank is still preparing your transactions. They are asked for again shortly.",
    ],
    ["healthy", null, null],
    ["repair", "ITEM_LOGIN_REQUIRED", "The bank asks you to sign in again."],
    ["repair", "ITEM_LOCKED", "The bank has locked the account. Unlock it there, then sign in again."],
    ["repair", "A_CODE_OF_TOMORROW", "The bank wants something of you before it shares more."],
    ["repair", "constructor", "The bank wants something of you before it shares more."],
    [
      "down",
      "INSTITUTION_NOT_RESPONDING",
      "The bank does not answer at the moment. It is tried again by itself.",
    ],
    [
      "down",
      ownCodes.unreadable,
      "The bank sent something that Folio could not read. Nothing was changed and nothing is lost; it is tried again by itself.",
    ],
    ["down", null, "The bank cannot be read at the moment. It is tried again by itself."],
    [
      "revoked",
      "USER_PERMISSION_REVOKED",
      "You have withdrawn access at the bank. Link it again to go on; the history stays.",
    ],
    [
      "revoked",
      "ITEM_NOT_FOUND",
      "The bank no longer knows this link. Link it again to go on; the history stays.",
    ],
    ["removing", null, "The link is being ended at the bank."],
    [
      "removing",
      "INSTITUTION_DOWN",
      "The bank could not be reached to end the link. It is tried again by itself.",
    ],
    ["unlinked", null, "No longer linked. Its history stays as it is."],
  ])("%s %s", (state, code, sentence) => {
    expect(reasonOf(state, code)).toBe(sentence);
  });

  it("names the day on which access ends, in the site's time zone", () => {
    const lateEvening = new Date("2026-12-01T03:00:00Z");
    expect(reasonOf("expiring", "PENDING_EXPIRATION", lateEvening)).toBe(
      "Access to the bank ends on Nov 30, 2026. Renew it to go on without a gap.",
    );
    expect(reasonOf("expiring", "PENDING_DISCONNECT", lateEvening)).toBe(
      "The bank will end this link on Nov 30, 2026. Renew it to go on without a gap.",
    );
    expect(reasonOf("expiring", null)).toBe("Access to the bank ends soon. Renew it to go on without a gap.");
  });

  it("is whole, and names no code, in every state", () => {
    const codes = [
      null,
      "ITEM_LOGIN_REQUIRED",
      "NO_ACCOUNTS",
      "RATE_LIMIT",
      "NEW_CODE",
      ...Object.values(ownCodes),
    ];
    for (const state of itemStateSchema.options) {
      for (const code of codes) {
        const sentence = reasonOf(state, code, now);
        if (sentence === null) continue;
        expect(sentence, `${state} ${code}`).toMatch(/^[A-Z].*\.$/);
        expect(sentence).not.toMatch(/[A-Z]_[A-Z]/);
      }
    }
  });
});
