import { beforeEach, describe, expect, it } from "vitest";
import { createBankSite, type BankSite, type Person } from "../../../../../tests/support/sites/bank-site.ts";
import { createIncomeSite, type IncomeSite } from "../../../../../tests/support/sites/income-site.ts";
import { countStatements } from "../../../../../tests/support/statement-count.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";
import type { DetectedSourceView, RentRollCell } from "../../contract.ts";

const database = useTestDatabase();

type Detected = { detected: DetectedSourceView[] };
type Decided = { incomeSourceIds: number[]; paymentCount: number };

function keyOf({ institutionAccessItemId, direction, payeeKey, isoCurrencyCode }: DetectedSourceView) {
  return { institutionAccessItemId, direction, payeeKey, isoCurrencyCode };
}

describe("income detected at a bank", () => {
  let site: BankSite;
  let person: Person;
  let itemId: number;

  beforeEach(async () => {
    site = createBankSite(database());
    person = await site.signInLater();
    itemId = (await site.link(person, { days: 120 })).id;
  });

  async function detected(of = person): Promise<DetectedSourceView[]> {
    const path = `/api/GetDetectedSources?institutionAccessItemId=${itemId}`;
    const { status, data } = await of.get<Detected>(path);
    expect(status).toBe(200);
    return data.detected;
  }

  const decide = (accept: DetectedSourceView[], refuse: DetectedSourceView[], of = person) =>
    of.post<Decided>("/api/DecideDetectedSources", {
      accept: accept.map(keyOf),
      refuse: refuse.map(keyOf),
    });

  async function sources() {
    const path = `/api/GetIncomeSources?institutionAccessItemId=${itemId}`;
    type Listed = { incomeSources: { incomeSource: { name: string }; status: string }[] };
    return (await person.get<Listed>(path)).data.incomeSources;
  }

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
    expect(found[0]).toMatchObject({ rhythm: "twiceAMonth", dayOfMonthDue: 15, secondDay: 31 });
    expect(found.every(({ paymentCount }) => paymentCount >= 3)).toBe(true);
    expect(await detected(await site.signIn())).toEqual([]);
  });

  it("creates what is accepted with its payments, once, and stops offering the rest", async () => {
    const [salary, rent, ...others] = await detected();
    if (salary === undefined || rent === undefined) throw new Error("no income was detected");
    const twice = await Promise.all([decide([salary, rent], others), decide([salary, rent], others)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const counts = twice.map(({ data }) => data.paymentCount);
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, salary.paymentCount + rent.paymentCount]);
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
      incomeSourceIds,
      refused: others.map(keyOf),
    };
    const stranger = await site.signIn();
    expect((await stranger.post("/api/UndoDetectedSources", undo)).status).toBe(404);
    expect((await person.post("/api/UndoDetectedSources", undo)).status).toBe(200);
    expect(await detected()).toEqual(before);
    expect(await sources()).toEqual([]);
  });

  it("takes only the person's own offers, and refuses bad input", async () => {
    const found = await detected();
    expect((await decide(found, [], await site.signIn())).data).toEqual({
      incomeSourceIds: [],
      paymentCount: 0,
    });
    expect((await person.post("/api/DecideDetectedSources", { accept: [] })).status).toBe(400);
    expect((await person.get("/api/GetDetectedSources?institutionAccessItemId=x")).status).toBe(400);
    expect(await detected()).toEqual(found);
  });

  it("takes one query to read", async () => {
    // Session lookup, begin, the person, the query, and commit.
    expect(await countStatements(async () => void (await detected()))).toBeLessThanOrEqual(5);
  });
});

describe("bills and income detected anywhere", () => {
  let site: IncomeSite;

  beforeEach(async () => {
    site = await createIncomeSite(database(), { now: () => new Date("2026-11-21T17:00:00Z") });
    await site.rows([
      ...["08", "09", "10", "11"].map((month) => ({
        amount: -15_49,
        date: `2026-${month}-03`,
        name: "STREAMLY",
      })),
      ...["09-25", "10-09", "10-23", "11-06", "11-20"].map((day) => ({
        amount: 1_200_00,
        date: `2026-${day}`,
        name: "ACME PAYROLL",
      })),
    ]);
  });

  const detected = async (cookie?: string) =>
    (await site.get<Detected>("/api/GetDetectedSources", cookie)).data.detected;

  it("are offered together, added with their payments, refused, and taken back", async () => {
    const [bill, pay] = await detected();
    expect(bill).toMatchObject({
      direction: "out",
      rhythm: "monthly",
      name: "Streamly",
      payee: "STREAMLY",
      amountDue: 15.49,
      dayOfMonthDue: 3,
      paymentCount: 4,
    });
    expect(pay).toMatchObject({ direction: "in", rhythm: "everyTwoWeeks", startDate: "2026-09-25" });
    if (bill === undefined || pay === undefined) throw new Error("nothing was detected");
    expect(await detected((await site.stranger()).cookie)).toEqual([]);
    const choice = { accept: [keyOf(bill)], refuse: [keyOf(pay)] };
    const added = await site.post<Decided>("/api/DecideDetectedSources", choice);
    expect(added.data.paymentCount).toBe(4);
    expect(await detected()).toEqual([]);
    type Expected = { periods: { name: string; dueDate: string; status: string }[] };
    const month = await site.get<Expected>("/api/GetExpected?month=2026-11");
    expect(month.data.periods).toMatchObject([{ name: "Streamly", dueDate: "2026-11-03", status: "Paid" }]);
    const again = await site.post<Decided>("/api/DecideDetectedSources", choice);
    expect(again.data).toEqual({ incomeSourceIds: [], paymentCount: 0 });
    const undo = { incomeSourceIds: added.data.incomeSourceIds, refused: choice.refuse };
    const stranger = await site.stranger();
    expect((await site.post("/api/UndoDetectedSources", undo, stranger.cookie)).status).toBe(404);
    expect((await site.post("/api/UndoDetectedSources", undo)).status).toBe(200);
    expect(await detected()).toEqual([bill, pay]);
  });

  it("aren't offered once the person has made them transfers", async () => {
    const saving = ["08", "09", "10", "11"].flatMap((month) => [
      { date: `2026-${month}-05`, amount: -650_00, name: "TO RUSTY GATE" },
      { date: `2026-${month}-06`, amount: 70_00, name: "FROM RUSTY GATE" },
    ]);
    const ids = await site.rows(saving);
    expect(await detected()).toHaveLength(4);
    const kinds = ids.map((transactionId) => ({ transactionId, kind: "transfer" }));
    expect((await site.post("/api/SetTransactionKinds", kinds)).status).toBe(200);
    expect(await detected()).toHaveLength(2);
  });

  it("aren't offered once a rule makes them transfers", async () => {
    await site.rows(
      ["08", "09", "10", "11"].map((month) => ({
        date: `2026-${month}-05`,
        amount: -650_00,
        name: "TO RUSTY GATE",
      })),
    );
    expect(await detected()).toHaveLength(3);
    await site.post("/api/SaveRule", {
      ruleId: 0,
      conditions: [{ field: "payee", op: "is", values: ["TO RUSTY GATE"] }],
      actions: [{ field: "kind", value: "transfer" }],
      appliesFrom: "0001-01-01",
    });
    expect(await detected()).toHaveLength(2);
  });

  it("aren't offered as bills while they look like transfers", async () => {
    const ids = await site.rows(
      ["08", "09", "10", "11"].map((month) => ({
        date: `2026-${month}-05`,
        amount: -650_00,
        name: "TRANSFER TO RUSTY GATE",
      })),
    );
    expect(await detected()).toHaveLength(2);
    const kinds = ids.map((transactionId) => ({ transactionId, kind: "spending" }));
    expect((await site.post("/api/SetTransactionKinds", kinds)).status).toBe(200);
    expect(await detected()).toHaveLength(3);
  });
});
