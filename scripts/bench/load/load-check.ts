import type { AccessItemView } from "#shared/finance-shapes.ts";
import { call, must, type Person } from "./load-people.ts";
import type { Discrepancy, Writer } from "./load-writes.ts";

/** Parts of the site's answers that are compared. */
type Budget = {
  budgetId: number;
  budgetName: string;
  startDate: string;
  budgetCategories: { financialCategoryId: number; estimate: number }[];
};

/**
 * Number of compared things, and those that differ from what was acknowledged: missing, duplicate, changed or somebody else's.
 */
export type Check = { compared: number; wrong: Discrepancy[] };

/** Reads everything each person has and compares it with what was acknowledged. */
export async function checkWrites(writers: Writer[]): Promise<Check> {
  const check: Check = { compared: 0, wrong: [] };
  for (const writer of writers) {
    await checkCategories(writer, check);
    await checkBudgets(writer, check);
    await checkSources(writer, check);
  }
  return check;
}

async function get<Data>(person: Person, path: string): Promise<Data> {
  return must(await call<Data>(person, path));
}

/** Checks that every acknowledged id exists exactly once with its values, and nothing else. */
function compare(
  what: string,
  person: Person,
  { kept, found, check }: { kept: Map<number, string>; found: [id: number, values: string][]; check: Check },
): void {
  const whose = `${what} of person ${person.index}`;
  const times = new Map<number, number>();
  for (const [id, values] of found) {
    times.set(id, (times.get(id) ?? 0) + 1);
    const expected = kept.get(id);
    if (expected === undefined) check.wrong.push(`${whose}: ${values} was never acknowledged`);
    else if (expected !== values) check.wrong.push(`${whose}: ${values} instead of ${expected}`);
  }
  for (const [id, values] of kept) {
    check.compared += 1;
    const count = times.get(id) ?? 0;
    if (count !== 1) check.wrong.push(`${whose}: ${values} is there ${count} times`);
  }
}

async function checkCategories({ person, kept }: Writer, check: Check): Promise<void> {
  const found = await get<{ financialCategoryId: number; name: string; isBuiltIn: boolean }[]>(
    person,
    "/api/FinancialCategories",
  );
  const own = found.filter(({ isBuiltIn }) => !isBuiltIn);
  compare("categories", person, {
    kept: kept.categories,
    found: own.map(({ financialCategoryId, name }) => [financialCategoryId, name]),
    check,
  });
}

async function checkBudgets({ person, kept }: Writer, check: Check): Promise<void> {
  const listed = await get<{ budgetId: number; isDraft: boolean }[]>(person, "/api/GetBudgets");
  const found: [number, string][] = [];
  for (const { budgetId, isDraft } of listed) {
    // The site's suggestion for the first month, which nobody has kept.
    if (isDraft) continue;
    const budget = await get<Budget>(person, `/api/GetBudget?budgetId=${budgetId}&summary=true`);
    const estimates = new Map(
      budget.budgetCategories.map((category) => [category.financialCategoryId, category.estimate]),
    );
    found.push([budgetId, budgetText({ name: budget.budgetName, startDate: budget.startDate, estimates })]);
  }
  const expected = new Map([...kept.budgets].map(([id, budget]) => [id, budgetText(budget)]));
  compare("budgets", person, { kept: expected, found, check });
}

function budgetText(budget: { name: string; startDate: string; estimates: Map<number, number> }): string {
  const estimates = [...budget.estimates].toSorted(([a], [b]) => a - b);
  return `${budget.name} from ${budget.startDate} with ${JSON.stringify(estimates)}`;
}

async function checkSources({ person, kept }: Writer, check: Check): Promise<void> {
  const { incomeSources } = await get<{
    incomeSources: { incomeSource: { incomeSourceId: number; name: string; amountDue: number } }[];
  }>(person, `/api/GetIncomeSources?institutionAccessItemId=${person.itemId}`);
  const text = (source: { name: string; amountDue: number }) => `${source.name} due ${source.amountDue}`;
  compare("income sources", person, {
    kept: new Map([...kept.sources].map(([id, source]) => [id, text(source)])),
    found: incomeSources.map(({ incomeSource }) => [incomeSource.incomeSourceId, text(incomeSource)]),
    check,
  });
  const items = await get<AccessItemView[]>(person, "/api/GetUserAccessItems");
  compare("banks", person, {
    kept: new Map([[person.itemId, "linked"]]),
    found: items.map(({ institutionAccessItemId }) => [institutionAccessItemId, "linked"]),
    check,
  });
}
