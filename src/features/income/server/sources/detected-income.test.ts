import { beforeEach, describe, expect, it } from "vitest";
import { createBankSite, type BankSite, type Person } from "../../../../../tests/support/sites/bank-site.ts";
import { countStatements } from "../../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { DetectedIncomeView, RentRollCell } from "../../contract.ts";

const database = useTestDatabase();
let site: BankSite;
let person: Person;
let itemId: number;

beforeEach(async () => {
  site = createBankSite(database());
  person = await site.signInLater();
  itemId = (await site.link(person, { days: 120 })).id;
});

async function detected(of = person, query = ""): Promise<DetectedIncomeView[]> {
  const { status, data } = await of.get<{ detected: DetectedIncomeView[] }>(`/api/GetDetectedIncome${query}`);
  expect(status).toBe(200);
  return data.detected;
}

type Decided = { incomeSourceIds: number[]; paymentCount: number };
const keyOf = ({ payeeKey, isoCurrencyCode }: DetectedIncomeView) => ({ payeeKey, isoCurrencyCode });
const decide = (accept: DetectedIncomeView[], refuse: DetectedIncomeView[], of = person) =>
  of.post<Decided>("/api/DecideDetectedIncome", {
    institutionAccessItemId: itemId,
    accept: accept.map(keyOf),
    refuse: refuse.map(keyOf),
  });

async function sources() {
  const path = `/api/GetIncomeSources?institutionAccessItemId=${itemId}`;
  type Listed = { incomeSources: { incomeSource: { name: string }; status: string }[] };
  return (await person.get<Listed>(path)).data.incomeSources;
}

describe("detected income", () => {
  it("finds the household's salary, rents, and repayments, and nothing of its own accounts", async () => {
    const found = await detected();
    expect(found.map(({ name, incomeSourceType }) => `${name}: ${incomeSourceType}`)).toEqual([
      "Lanternfish Works: Other",
      "Rent next month M FINCHLEY-ROOK: Rent",
      "Cora Thistledown Rent Flat 4: Rent",
      "Zellig Payment Odalys Brookhay: Other",
      "Transfer From T Wrenfield-Oak Rent: Rent",
      "Juniper Valebright Loan Payback: Loan",
      "Atelier Meerstern: Other",
    ]);
    expect(found[0]).toMatchObject({ dayOfMonthDue: 31, isoCurrencyCode: "USD" });
    expect(found.every(({ payments }) => payments.length >= 3)).toBe(true);
    expect(await detected(person, `?institutionAccessItemId=${itemId}`)).toEqual(found);
    expect(await detected(await site.signIn())).toEqual([]);
  });

  it("creates what is accepted with its payments, once, and stops offering the rest", async () => {
    const [salary, rent, ...others] = await detected();
    if (salary === undefined || rent === undefined) throw new Error("no income was detected");
    const twice = await Promise.all([decide([salary, rent], others), decide([salary, rent], others)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const counts = twice.map(({ data }) => data.paymentCount);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, salary.payments.length + rent.payments.length]);
    expect((await sources()).map(({ incomeSource }) => incomeSource.name)).toEqual([
      "Lanternfish Works",
      "Rent next month M FINCHLEY-ROOK",
    ]);
    expect(await detected()).toEqual([]);
    type RentRoll = { rows: { cells: RentRollCell[] }[] };
    const roll = await person.get<RentRoll>(`/api/GetRentRoll?institutionAccessItemId=${itemId}`);
    const statuses = roll.data.rows.flatMap(({ cells }) => cells.flatMap(({ status }) => status ?? []));
    expect(statuses).not.toContain("Past Due");
  });

  it("is undone as a whole", async () => {
    const before = await detected();
    const [salary, ...others] = before;
    if (salary === undefined) throw new Error("no income was detected");
    const { incomeSourceIds } = (await decide([salary], others)).data;
    const undo = {
      institutionAccessItemId: itemId,
      incomeSourceIds,
      refused: others.map(keyOf),
    };
    const stranger = await site.signIn();
    expect((await stranger.post("/api/UndoDetectedIncome", undo)).status).toBe(404);
    expect((await person.post("/api/UndoDetectedIncome", undo)).status).toBe(200);
    expect(await detected()).toEqual(before);
    expect(await sources()).toEqual([]);
  });

  it("takes only the person's own offers, and refuses bad input", async () => {
    const found = await detected();
    expect((await decide(found, [], await site.signIn())).data).toEqual({
      incomeSourceIds: [],
      paymentCount: 0,
    });
    expect((await person.post("/api/DecideDetectedIncome", { institutionAccessItemId: itemId })).status).toBe(
      400,
    );
    expect((await person.get("/api/GetDetectedIncome?institutionAccessItemId=x")).status).toBe(400);
    expect(await detected()).toEqual(found);
  });

  it("takes one query to read", async () => {
    // Session lookup, begin, the person, the query, and commit.
    expect(await countStatements(async () => void (await detected()))).toBeLessThanOrEqual(5);
  });
});
