import { describe, expect, it } from "vitest";
import { itemStateSchema } from "#shared/finance-shapes.ts";
import { ownCodes, type ItemStatus } from "./item-status.ts";
import { stateReason } from "./state-reason.ts";

const now = new Date("2026-11-21T15:00:00Z");
const zone = "America/New_York";

describe("stateReason", () => {
  const reasonOf = (state: ItemStatus["state"], stateCode: string | null, expiresAt: Date | null = null) =>
    stateReason({ state, stateCode, expiresAt }, zone);

  it.each<[ItemStatus["state"], string | null, string | null]>([
    ["importing", null, "Importing your transactions. This takes a few minutes."],
    [
      "importing",
      ownCodes.notReady,
      "Your bank is still preparing your transactions. We’ll check again shortly.",
    ],
    ["healthy", null, null],
    ["repair", "ITEM_LOGIN_REQUIRED", "Sign in to your bank again to resume updates."],
    ["repair", "ITEM_LOCKED", "Your bank has locked the account. Unlock it there, then sign in again."],
    ["repair", "A_CODE_OF_TOMORROW", "Your bank needs your attention. Repair the link to resume updates."],
    ["repair", "constructor", "Your bank needs your attention. Repair the link to resume updates."],
    ["down", "INSTITUTION_NOT_RESPONDING", "Your bank isn’t responding. We’ll retry automatically."],
    [
      "down",
      ownCodes.unreadable,
      "Your bank sent data we can’t read. Nothing was changed. We’ll retry automatically.",
    ],
    ["down", null, "Your bank isn’t available. We’ll retry automatically."],
    [
      "revoked",
      "USER_PERMISSION_REVOKED",
      "You revoked access at your bank. Your history is kept. Link the bank again to resume updates.",
    ],
    [
      "revoked",
      "ITEM_NOT_FOUND",
      "Your bank no longer recognizes this link. Your history is kept. Link the bank again to resume updates.",
    ],
    ["repair", "con.auth", "Sign in to your bank again at SimpleFIN to resume updates."],
    ["down", "con.", "SimpleFIN couldn’t reach one of your banks. We’ll retry automatically."],
    ["down", "act.failed", "SimpleFIN couldn’t read one of your accounts. We’ll retry automatically."],
    [
      "expiring",
      "SIMPLEFIN_PAYMENT_REQUIRED",
      "Your SimpleFIN subscription has ended. Renew it at SimpleFIN to keep updating.",
    ],
    [
      "revoked",
      "SIMPLEFIN_ACCESS_REVOKED",
      "SimpleFIN no longer accepts this link. Your history is kept. Link again with a new setup token to resume updates.",
    ],
    ["removing", null, "Unlinking at your bank."],
    ["removing", "INSTITUTION_DOWN", "Couldn’t reach your bank to unlink it. We’ll retry automatically."],
    ["unlinked", null, "No longer linked. Its history is kept read-only."],
  ])("%s %s", (state, code, sentence) => {
    expect(reasonOf(state, code)).toBe(sentence);
  });

  it("names the day on which access ends, in the site's time zone", () => {
    const lateEvening = new Date("2026-12-01T03:00:00Z");
    expect(reasonOf("expiring", "PENDING_EXPIRATION", lateEvening)).toBe(
      "Access ends on Nov 30, 2026. Renew it to keep updating.",
    );
    expect(reasonOf("expiring", "PENDING_DISCONNECT", lateEvening)).toBe(
      "Your bank will end this link on Nov 30, 2026. Renew it to keep updating.",
    );
    expect(reasonOf("expiring", null)).toBe("Access ends soon. Renew it to keep updating.");
  });

  it("is a full sentence without codes in every state", () => {
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
