import { randomUUID } from "node:crypto";
import { call, type Answer, type Person } from "./load-people.ts";
import { countFailure, timeoutSeconds, type LoadRun } from "./load-run.ts";

/** Acknowledged data of one person by id, in its last acknowledged state. */
type Kept = {
  categories: Map<number, string>;
  budgets: Map<number, { name: string; startDate: string; estimates: Map<number, number> }>;
  sources: Map<number, { name: string; amountDue: number }>;
};

/** A writing person. `step` alone determines the next action, so that every run is the same. */
export type Writer = { person: Person; kept: Kept; step: number };

export type WriteRun = LoadRun & { writers: Writer[]; acknowledged: number };

/** A sentence about one difference from the acknowledged data. */
export type Discrepancy = string;

const budgetDays = { startDate: "2026-11-01", endDate: "2026-11-30" };

/**
 * Has everybody write at the same time, each call after the previous one, for a number of seconds; calls in progress are then
 * finished.
 */
export async function runWrites(people: Person[], seconds: number): Promise<WriteRun> {
  const writers = people.map((person): Writer => ({
    person,
    kept: { categories: new Map(), budgets: new Map(), sources: new Map() },
    step: 0,
  }));
  const run: WriteRun = { seconds, latenciesMs: [], failures: new Map(), writers, acknowledged: 0 };
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(
    writers.map(async (writer) => {
      while (performance.now() < until) {
        await takeStep(writer, run);
        writer.step += 1;
      }
    }),
  );
  run.seconds = (performance.now() - startedAt) / 1000;
  return run;
}

/** Takes one step: mostly estimates and categories, sometimes a new budget or source, or an impatient double click. */
async function takeStep(writer: Writer, run: WriteRun): Promise<void> {
  const { kept, step } = writer;
  const turn = step % 10;
  if (turn === 0 || turn === 4) return makeCategory(writer, run);
  if (turn === 1) return makeBudget(writer, run, 1);
  if (turn === 6) return makeBudget(writer, run, 2);
  if (turn === 3) return makeSource(writer, run);
  if (turn === 8 && kept.sources.size > 0) return changeSource(writer, run);
  if (turn === 9 && kept.categories.size > 0) return renameCategory(writer, run);
  return setEstimate(writer, run);
}

/** Sends a write and records its result; null if it wasn't acknowledged. */
async function write<Data>(
  { person }: Writer,
  run: WriteRun,
  path: string,
  body: unknown,
): Promise<Data | null> {
  let answer: Answer<Data>;
  try {
    answer = await call<Data>(person, path, body);
  } catch {
    countFailure(run.failures, `no answer to ${path}`);
    return null;
  }
  run.latenciesMs.push(answer.ms);
  // Awaited anyway, because the data of a late answer must be recorded, too.
  if (answer.ms > timeoutSeconds * 1000) countFailure(run.failures, `an answer too late to ${path}`);
  if (answer.status !== 200) {
    countFailure(run.failures, `${answer.status} to ${path}`);
    return null;
  }
  run.acknowledged += 1;
  return answer.data;
}

const nameOf = ({ person, step }: Writer, what: string) => `${what} ${step} of person ${person.index}`;

async function makeCategory(writer: Writer, run: WriteRun): Promise<void> {
  const name = nameOf(writer, "Category");
  const made = await write<{ financialCategoryId: number }>(writer, run, "/api/SaveFinancialCategory", {
    financialCategoryId: 0,
    name,
  });
  if (made !== null) writer.kept.categories.set(made.financialCategoryId, name);
}

async function renameCategory(writer: Writer, run: WriteRun): Promise<void> {
  const { categories } = writer.kept;
  const id = pick([...categories.keys()], writer.step);
  if (id === undefined) return;
  const name = nameOf(writer, "Renamed");
  const body = { financialCategoryId: id, name };
  if ((await write(writer, run, "/api/SaveFinancialCategory", body)) !== null) categories.set(id, name);
}

/** Creates a budget. With `clicks` above 1 the same request is sent that many times at once and must create one budget only. */
async function makeBudget(writer: Writer, run: WriteRun, clicks: number): Promise<void> {
  const { kept, person } = writer;
  const name = nameOf(writer, "Budget");
  const estimates = new Map([...kept.categories.keys()].slice(-3).map((id, at) => [id, 50 + at]));
  const body = {
    budgetId: 0,
    name,
    ...budgetDays,
    categories: [...estimates].map(([financialCategoryId, estimate]) => ({ financialCategoryId, estimate })),
    budgetAccessItems: writer.step % 20 < 10 ? [person.itemId] : [],
    requestId: randomUUID(),
  };
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => write<{ budgetId: number }>(writer, run, "/api/SaveBudget", body)),
  );
  for (const made of answers)
    if (made !== null) kept.budgets.set(made.budgetId, { name, startDate: body.startDate, estimates });
}

async function setEstimate(writer: Writer, run: WriteRun): Promise<void> {
  const { budgets, categories } = writer.kept;
  const budgetId = pick([...budgets.keys()], writer.step);
  const categoryId = pick([...categories.keys()], writer.step * 7);
  if (budgetId === undefined || categoryId === undefined) return makeCategory(writer, run);
  const estimate = writer.step + 0.25;
  const answer = await write(writer, run, "/api/UpdateBudgetCategoryEstimate", {
    budgetId,
    financialCategoryName: categories.get(categoryId),
    estimate,
  });
  if (answer !== null) budgets.get(budgetId)?.estimates.set(categoryId, estimate);
}

async function makeSource(writer: Writer, run: WriteRun): Promise<void> {
  const values = { name: nameOf(writer, "Source"), amountDue: 900 + writer.step };
  const made = await write<{ incomeSourceId: number }>(writer, run, "/api/SaveIncomeSource", {
    incomeSourceId: 0,
    ...sourceBody(writer, values),
    requestId: randomUUID(),
  });
  if (made !== null) writer.kept.sources.set(made.incomeSourceId, values);
}

async function changeSource(writer: Writer, run: WriteRun): Promise<void> {
  const { sources } = writer.kept;
  const incomeSourceId = pick([...sources.keys()], writer.step);
  if (incomeSourceId === undefined) return;
  const values = { name: nameOf(writer, "Changed"), amountDue: 100 + writer.step };
  const body = { incomeSourceId, ...sourceBody(writer, values), effectiveFrom: "2026-01" };
  if ((await write(writer, run, "/api/SaveIncomeSource", body)) !== null) sources.set(incomeSourceId, values);
}

function sourceBody({ person }: Writer, values: { name: string; amountDue: number }) {
  return {
    ...values,
    institutionAccessItemId: person.itemId,
    startDate: "2026-01-01",
    dayOfMonthDue: 5,
    incomeSourceType: "Rent",
  };
}

function pick<Item>(items: Item[], at: number): Item | undefined {
  return items[at % Math.max(items.length, 1)];
}
