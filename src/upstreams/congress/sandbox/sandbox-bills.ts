import type { AnswerContext } from "./bill-answers.ts";
import { loadSeed, type Seed } from "./seed.ts";
import { createSeedBill, type SeedBill } from "./seed-bill.ts";

export type BillIdentity = Pick<SeedBill, "congress" | "type" | "number">;

/** The bills of one sandbox; the seed is read on first use. */
export type SandboxBills = {
  all: () => SeedBill[];
  find: (identity: BillIdentity) => SeedBill | undefined;
  /** Adds a bill with only these fields. */
  add: (bill: BillIdentity & Partial<SeedBill>) => SeedBill;
  /**
   * Changes a bill now, so the clock sets its update time.
   * @throws Error for an unknown bill
   */
  change: (identity: BillIdentity, change: Partial<SeedBill>) => void;
  remove: (identity: BillIdentity) => void;
  context: (base: string) => AnswerContext;
};

export function createSandboxBills(now: () => Date): SandboxBills {
  let loaded: (Seed & { byKey: Map<string, SeedBill>; committees: Map<string, string> }) | null = null;

  function seed() {
    if (loaded !== null) return loaded;
    const read = loadSeed();
    const committees = read.bills
      .flatMap((bill) => bill.committees.flatMap((committee) => [committee, ...committee.subcommittees]))
      .map(({ code, name }) => [code, name] as const);
    loaded = {
      ...read,
      byKey: new Map(read.bills.map((bill) => [keyOf(bill), bill])),
      committees: new Map(committees),
    };
    return loaded;
  }

  return {
    all: () => [...seed().byKey.values()],
    find: (identity) => seed().byKey.get(keyOf(identity)),
    add(known) {
      const bill = createSeedBill(known);
      seed().byKey.set(keyOf(bill), bill);
      return bill;
    },
    change(identity, change) {
      const bill = seed().byKey.get(keyOf(identity));
      if (bill === undefined) throw new Error(`the sandbox has no bill ${keyOf(identity)}`);
      Object.assign(bill, { updated: toSecond(now()) }, change);
    },
    remove: (identity) => void seed().byKey.delete(keyOf(identity)),
    context: (base) => ({
      base,
      findMember: seed().findMember,
      committeeName: (code) => seed().committees.get(code),
    }),
  };
}

function keyOf({ congress, type, number }: BillIdentity): string {
  return `${congress} ${type} ${number}`;
}

function toSecond(at: Date): string {
  return at.toISOString().replace(/\.\d+Z$/, "Z");
}
