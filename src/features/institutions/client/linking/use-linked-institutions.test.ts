import { describe, expect, it } from "vitest";
import type { AccessItemView, ItemState } from "../../contract.ts";
import { mergeKnownStates, completionMessages } from "./use-linked-institutions.ts";

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

describe("completionMessages", () => {
  it("reports an import or unlink once it is done", () => {
    const before = known(bank(1, "importing"), bank(2, "removing"), bank(3, "removing"), bank(4, "healthy"));
    expect(
      completionMessages(before, [
        bank(1, "importing", 700),
        bank(2, "removing"),
        bank(3, "removing"),
        bank(4, "healthy"),
      ]),
    ).toEqual([]);
    expect(
      completionMessages(before, [bank(1, "healthy", 1240), bank(2, "unlinked"), bank(4, "healthy")]),
    ).toEqual([
      "Bank 1 is ready.",
      "Bank 2 is unlinked. Its history is kept.",
      "Bank 3 is unlinked and its history is deleted.",
    ]);
  });

  it("reports once, even if an older answer arrives after a newer one", () => {
    const begun = known(bank(1, "importing"), bank(2, "removing"));
    const done = [bank(1, "healthy"), bank(2, "unlinked")];
    const old = [bank(1, "importing"), bank(2, "removing")];
    expect(completionMessages(begun, done)).toHaveLength(2);
    const late = mergeKnownStates(mergeKnownStates(begun, done), old);
    expect(completionMessages(late, done)).toEqual([]);
    expect(
      completionMessages(mergeKnownStates(late, [bank(2, "importing")]), [bank(2, "healthy")]),
      "linked again",
    ).toEqual(["Bank 2 is ready."]);
  });

  it("reports nothing when the page opens or when the import failed", () => {
    expect(completionMessages(known(), [bank(1, "healthy", 5)])).toEqual([]);
    expect(completionMessages(known(bank(1, "importing")), [bank(1, "repair")])).toEqual([]);
    expect(completionMessages(known(bank(1, "healthy")), [])).toEqual([]);
  });
});
