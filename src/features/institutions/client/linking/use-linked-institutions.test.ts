import { describe, expect, it } from "vitest";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { knownAfter, newsOf } from "./use-linked-institutions.ts";

function bank(id: number, state: ItemState, transactionCount = 0): AccessItemView {
  return {
    institutionAccessItemId: id,
    institution: { name: `Bank ${id}` },
    item: { lastSuccessfulUpdate: null, state, newAccountsAvailable: false, transactionCount },
    accounts: [],
  };
}

const known = (...banks: AccessItemView[]) =>
  new Map(
    banks.map(({ institutionAccessItemId, institution, item }) => [
      institutionAccessItemId,
      { state: item.state, name: institution.name },
    ]),
  );

describe("what came to an end", () => {
  it("is told once it is over, not while it goes on", () => {
    const before = known(bank(1, "importing"), bank(2, "removing"), bank(3, "removing"), bank(4, "healthy"));
    expect(
      newsOf(before, [
        bank(1, "importing", 700),
        bank(2, "removing"),
        bank(3, "removing"),
        bank(4, "healthy"),
      ]),
    ).toEqual([]);
    expect(newsOf(before, [bank(1, "healthy", 1240), bank(2, "unlinked"), bank(4, "healthy")])).toEqual([
      "Bank 1 is ready.",
      "Bank 2 is unlinked. Its history stays.",
      "Bank 3 is unlinked and its history is deleted.",
    ]);
  });

  it("is told once, also where an older answer arrives after a newer one", () => {
    const begun = known(bank(1, "importing"), bank(2, "removing"));
    const done = [bank(1, "healthy"), bank(2, "unlinked")];
    const old = [bank(1, "importing"), bank(2, "removing")];
    expect(newsOf(begun, done)).toHaveLength(2);
    const late = knownAfter(knownAfter(begun, done), old);
    expect(newsOf(late, done)).toEqual([]);
    expect(newsOf(knownAfter(late, [bank(2, "importing")]), [bank(2, "healthy")]), "linked again").toEqual([
      "Bank 2 is ready.",
    ]);
  });

  it("is nothing when the page opens, and not good news where the bank failed", () => {
    expect(newsOf(known(), [bank(1, "healthy", 5)])).toEqual([]);
    expect(newsOf(known(bank(1, "importing")), [bank(1, "repair")])).toEqual([]);
    expect(newsOf(known(bank(1, "healthy")), [])).toEqual([]);
  });
});
