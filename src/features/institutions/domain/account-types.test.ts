import { describe, expect, it } from "vitest";
import { fc } from "../../../../tests/support/properties.ts";
import { isDebt } from "#shared/banks.ts";
import { money, negateMoney } from "#shared/money.ts";
import { bankTypeOf, hasType, linkedTypes, retyped } from "./account-types.ts";

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(money);
const types = fc.constantFrom(...linkedTypes);

describe("an account of another type", () => {
  it("has the balance that it would have had with that type from the start", () => {
    fc.assert(
      fc.property(amounts, fc.array(types, { minLength: 1, maxLength: 5 }), (balance, chosen) => {
        const first = { ...bankTypeOf("checking"), currentBalance: balance, availableBalance: null };
        const account = chosen.reduce((one, type) => retyped(one, bankTypeOf(type)), first);
        const last = chosen.at(-1) ?? "checking";
        expect(linkedTypes.filter((type) => hasType(account, type))).toEqual([last]);
        expect(account.currentBalance).toBe(isDebt(account) ? negateMoney(balance) : balance);
      }),
    );
  });

  it("keeps a balance that isn't known, and has nothing available on a card if the server says zero", () => {
    const unknown = { ...bankTypeOf("savings"), currentBalance: null, availableBalance: money(0) };
    expect(retyped(unknown, bankTypeOf("cd"))).toMatchObject({ currentBalance: null, availableBalance: 0 });
    expect(retyped(unknown, bankTypeOf("card"))).toMatchObject({
      currentBalance: null,
      availableBalance: null,
    });
  });
});
