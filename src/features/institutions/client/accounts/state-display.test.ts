import { describe, expect, it } from "vitest";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { canRefresh, canShareMore, isChanging, stateDisplay } from "./state-display.ts";

const now = new Date("2026-11-21T17:00:00Z");
const zone = "America/New_York";

function item(state: ItemState, given: Partial<AccessItemView["item"]> = {}): Pick<AccessItemView, "item"> {
  return {
    item: { lastSuccessfulUpdate: null, state, newAccountsAvailable: false, transactionCount: 0, ...given },
  };
}

const display = (state: ItemState, given?: Partial<AccessItemView["item"]>) =>
  stateDisplay(item(state, given), now, zone);

describe("stateDisplay", () => {
  it.each<[ItemState, string, string | undefined]>([
    ["importing", "Importing", undefined],
    ["healthy", "Up to date", "refresh"],
    ["expiring", "Access ends", "repair"],
    ["repair", "Needs repair", "repair"],
    ["down", "Bank down", "refresh"],
    ["revoked", "Access ended", "link"],
    ["removing", "Unlinking", undefined],
    ["unlinked", "Unlinked", "link"],
  ])("shows %s as “%s” with at most one button", (state, word, action) => {
    expect(display(state).word).toBe(word);
    expect(display(state).button?.action).toBe(action);
    expect(display(state).sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("prefers the server's reason", () => {
    expect(display("repair", { stateReason: "The password was changed." }).sentence).toBe(
      "The password was changed.",
    );
  });

  it("names the day access ends in the site's time zone", () => {
    // Already December 2 in UTC, still December 1 in New York.
    const at = (expiresAt: string) => display("expiring", { expiresAt });
    expect(at("2026-12-02T03:00:00Z")).toMatchObject({
      word: "Ends in 10 days",
      sentence: "Access ends on Dec 1, 2026. Renew it to keep updating.",
    });
    expect(at("2026-11-22T20:00:00Z").word).toBe("Ends tomorrow");
    expect(at("2026-11-21T20:00:00Z")).toMatchObject({
      word: "Ends today",
      sentence: "Access ends on Nov 21, 2026. Renew it to keep updating.",
    });
    expect(at("2026-11-20T20:00:00Z")).toMatchObject({
      word: "Access ended",
      sentence: "Access ended on Nov 20, 2026. Renew it to resume updates.",
    });
  });

  it("keeps the server's reason until the day access ends has passed", () => {
    const stateReason = "The bank will end this link soon.";
    expect(display("expiring", { expiresAt: "2026-12-02T03:00:00Z", stateReason })).toMatchObject({
      word: "Ends in 10 days",
      sentence: stateReason,
    });
    expect(display("expiring", { expiresAt: "2026-11-20T20:00:00Z", stateReason }).sentence).toContain(
      "ended on",
    );
    expect(display("expiring", { stateReason })).toMatchObject({
      word: "Access ends",
      sentence: stateReason,
    });
  });

  it("offers to add accounts that a healthy bank doesn't share yet", () => {
    expect(display("healthy", { newAccountsAvailable: true }).button?.action).toBe("addAccounts");
    expect(display("repair", { newAccountsAvailable: true }).button?.action).toBe("repair");
  });

  it("polls a bank that changes in the background, and offers a refresh only where one can help", () => {
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
    expect(states.filter((state) => isChanging(item(state)))).toEqual(["importing", "removing"]);
    expect(states.filter(canRefresh)).toEqual(["healthy", "expiring", "repair", "down"]);
    expect(states.filter(canShareMore)).toEqual(["healthy", "expiring"]);
  });
});
