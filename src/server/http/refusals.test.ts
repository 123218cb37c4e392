import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestUser, liveTestSettings } from "../../../tests/support/factories/auth-factory.ts";
import { hasErrorMessage, type Endpoint } from "#shared/endpoint.ts";
import { createTestApp, type TestApp } from "../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../tests/support/test-database.ts";
import { contracts } from "../contracts.ts";

/** Checks how every call reports invalid input: messages for people, also in `errorMessage` if the answer has one. */

type Row = { name: string; endpoint: Endpoint };

const rows: Row[] = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);
const withMessage = ["budgets.saveBudget", "products.getProductBySerialNumber"];

/** Typical phrases of the schema library. */
const libraryWords = /invalid input|expected|received/i;
const refusalSchema = z.object({
  success: z.literal(false),
  errors: z.record(z.string().min(1), z.array(z.string().min(1)).min(1)),
  errorMessage: z.string().min(1).optional(),
});

/** Values that are invalid for almost any field, as in JSON bodies; queries use their text. */
const unfit: unknown[] = ["x", "", -1, 1.5, 1e12, true, null, [], [7], {}, "x".repeat(6_000)];

const database = useTestDatabase({ emptyBefore: "all" });
let app: TestApp;
let cookie: string;

beforeEach(async () => {
  app = createTestApp(database(), { environment: liveTestSettings });
  cookie ??= (await createTestUser(database(), { mode: "live", isOwner: true })).cookie;
});

/** Returns an input with the same value in every field, or without fields. */
function inputOf({ input, method }: Endpoint, value?: unknown): Record<string, unknown> {
  const fields = value === undefined || !(input instanceof z.ZodObject) ? [] : Object.keys(input.shape);
  return Object.fromEntries(fields.map((name) => [name, method === "GET" ? String(value) : value]));
}

/** Returns inputs that the call's schema refuses. Accepted ones reach the handlers, which have their own tests. */
function refused(endpoint: Endpoint): Record<string, unknown>[] {
  const inputs = [inputOf(endpoint), ...unfit.map((value) => inputOf(endpoint, value))];
  return inputs.filter((input) => !endpoint.input.safeParse(input).success);
}

function call({ path, method }: Endpoint, input: Record<string, unknown>): Promise<Response> {
  if (method === "POST") return app.post(path, input, { cookie });
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return app.request(`${path}?${query.toString()}`, { headers: { cookie } });
}

async function expectWords({ name }: Row, response: Response): Promise<void> {
  expect(response.status).toBe(400);
  const { errors, errorMessage } = refusalSchema.parse(await response.json());
  const messages = [...new Set(Object.values(errors).flat())];
  expect(messages.filter((message) => libraryWords.test(message))).toEqual([]);
  expect(errorMessage).toBe(withMessage.includes(name) ? messages.join(" ") : undefined);
}

const picky = rows.filter(({ endpoint }) => endpoint.body === "json" && refused(endpoint).length > 0);

describe.each(picky)("$name", (row) => {
  it("reports missing and invalid fields in plain language", async () => {
    for (const input of refused(row.endpoint)) await expectWords(row, await call(row.endpoint, input));
  });
});

describe("input without custom messages in the contract", () => {
  it("is refused in plain language", async () => {
    const { errors } = refusalSchema.parse(await (await app.request("/api/GitHubRepoContents")).json());
    expect(Object.values(errors).flat()).toContain("This is missing.");
    const deleted = await app.post("/api/DeleteProduct", { productId: "seven" }, { cookie });
    expect(refusalSchema.parse(await deleted.json()).errors).toEqual({ productId: ["Enter a number."] });
    const large = await app.post("/api/DeleteProduct", { productId: 0 }, { cookie });
    expect(refusalSchema.parse(await large.json()).errors).toEqual({ productId: ["Enter more than 0."] });
  });
});

describe("calls whose answers have an `errorMessage`", () => {
  it("are these", () => {
    const found = rows.filter(({ endpoint }) => hasErrorMessage(endpoint)).map(({ name }) => name);
    expect(found.toSorted()).toEqual(withMessage);
  });

  it("report missing fields there", async () => {
    const response = await app.post("/api/SaveBudget", { budgetId: 0 }, { cookie });
    expect(response.status).toBe(400);
    const { errorMessage } = refusalSchema.parse(await response.json());
    expect(errorMessage).toContain("Enter a name.");
  });

  it("report refusals before the handler there", async () => {
    const response = await app.request("/api/SaveBudget", { method: "POST", headers: { cookie } });
    expect(response.status).toBe(400);
    const { errorMessage } = refusalSchema.parse(await response.json());
    expect(errorMessage).toContain("x-tenant");
  });
});
