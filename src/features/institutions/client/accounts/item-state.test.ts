import { describe, expect, it } from "vitest";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { canRefresh, canShareMore, countWords, isImporting, isLeaving, stateFace } from "./item-state.ts";

const now = new Date("2026-11-21T17:00:00Z");
const zone = "America/New_York";

function item(state: ItemState, given: Partial<AccessItemView["item"]> = {}): Pick<AccessItemView, "item"> {
  return {
    item: { lastSuccessfulUpdate: null, state, newAccountsAvailable: false, transactionCount: 0, ...given },
  };
}

const face = (state: ItemState, given?: Partial<AccessItemView["item"]>) =>
  stateFace(item(state, given), now, zone);

describe("a state in words", () => {
  it.each<[ItemState, string, string | undefined]>([
    ["importing", "Importing", undefined],
    ["healthy", "Up to date", "refresh"],
    ["expiring", "Access ends", "repair"],
    ["repair", "Needs repair", "repair"],
    ["down", "Bank down", "refresh"],
    ["revoked", "Access ended", "link"],
    ["removing", "Unlinking", undefined],
    ["unlinked", "Unlinked", "link"],
  ])("%s is “%s” with at most one button", (state, word, action) => {
    expect(face(state).word).toBe(word);
    expect(face(state).button?.action).toBe(action);
    expect(face(state).sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("takes the server's reason where there is one", () => {
    expect(face("repair", { stateReason: "The password was changed." }).sentence).toBe(
      "The password was changed.",
    );
  });

  it("of an access that ends names the day by the site's clock", () => {
    // Already December 2 in UTC, still December 1 in New York.
    const at = (expiresAt: string) => face("expiring", { expiresAt });
    expect(at("2026-12-02T03:00:00Z")).toMatchObject({
      word: "Ends in 10 days",
      sentence: "The bank ends its access on Dec 1, 2026. Renew it to go on.",
    });
    expect(at("2026-11-22T20:00:00Z").word).toBe("Ends tomorrow");
    expect(at("2026-11-21T20:00:00Z")).toMatchObject({
      word: "Ends today",
      sentence: "The bank ends its access on Nov 21, 2026. Renew it to go on.",
    });
    expect(at("2026-11-20T20:00:00Z")).toMatchObject({
      word: "Access ended",
      sentence: "The bank’s access ended on Nov 20, 2026. Renew it to go on.",
    });
  });

  it("of an access that ends keeps the server's reason until the day has passed", () => {
    const stateReason = "The bank will end this link soon.";
    expect(face("expiring", { expiresAt: "2026-12-02T03:00:00Z", stateReason })).toMatchObject({
      word: "Ends in 10 days",
      sentence: stateReason,
    });
    expect(face("expiring", { expiresAt: "2026-11-20T20:00:00Z", stateReason }).sentence).toContain(
      "ended on",
    );
    expect(face("expiring", { stateReason })).toMatchObject({ word: "Access ends", sentence: stateReason });
  });

  it("of a healthy bank with accounts that are not shared offers them", () => {
    expect(face("healthy", { newAccountsAvailable: true }).button?.action).toBe("addAccounts");
    expect(face("repair", { newAccountsAvailable: true }).button?.action).toBe("repair");
  });

  it("is watched while something happens by itself, and asks the bank only where that can help", () => {
    const states: ItemState[] = [
      "importing",
      "healthy",
      "expiring",
      "repair",
      "down",
      "revoked",
      "removing",
      "unlinked",
    ];
    expect(states.filter((state) => isImporting(item(state)))).toEqual(["importing"]);
    expect(states.filter((state) => isLeaving(item(state)))).toEqual(["removing"]);
    expect(states.filter(canRefresh)).toEqual(["healthy", "expiring", "repair", "down"]);
    expect(states.filter(canShareMore)).toEqual(["healthy", "expiring"]);
  });
});

it("counts carry their noun", () => {
  expect([0, 1, 1240].map((count) => countWords(count, "account"))).toEqual([
    "0 accounts",
    "1 account",
    "1,240 accounts",
  ]);
});
