import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestUser, liveTestSettings } from "../../../../tests/support/factories/auth-factory.ts";
import { answerOf } from "../../../../tests/support/calls.ts";
import { createTestApp, type TestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { FoundProduct, NoProduct, Product } from "../contract.ts";
import { createTestProduct } from "../../../../tests/support/factories/product-factory.ts";

const database = useTestDatabase();
let site: TestApp;
let cookie: string;
let clockMs: number;
const now = () => new Date(clockMs);

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  site = createTestApp(database(), { now });
  ({ cookie } = await createTestUser(database(), { now }));
});

async function post<Data = Product>(path: string, body: object, from = site) {
  return answerOf<Data>(await from.post(path, body, { cookie }));
}

function save(
  input: Partial<Product> & {
    imageIds?: number[];
    altTexts?: string[];
    basedOn?: object;
    decided?: object[];
    requestId?: string;
  },
) {
  return post("/api/SaveProduct", {
    productId: 0,
    name: "Lamp",
    serialNumber: "LMP-1",
    grade: "A",
    description: "",
    imageIds: [],
    ...input,
  });
}

async function list(from = site, as = cookie): Promise<Product[]> {
  const response = await from.request("/api/GetProducts", { headers: { cookie: as } });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Product[] }).data;
}

async function find(serialNumber: string, from = site) {
  const response = await from.request(
    `/api/GetProductBySerialNumber?serialNumber=${encodeURIComponent(serialNumber)}`,
  );
  return { response, status: response.status, body: (await response.json()) as FoundProduct | NoProduct };
}

describe("saving a product", () => {
  it("creates one with tidied text and lists it", async () => {
    const { status, data } = await save({
      name: "  Lamp <b>2</b> ",
      serialNumber: " lmp \t 0042 ",
      grade: "A+",
      description: "One line.\r\nAnother: 'drop table products;'",
    });
    expect(status).toBe(200);
    const wanted = {
      productId: data.productId,
      name: "Lamp <b>2</b>",
      serialNumber: "lmp 0042",
      grade: "A+",
      description: "One line.\nAnother: 'drop table products;'",
      imageUris: [],
      images: [],
    };
    expect(data).toEqual(wanted);
    expect(await list()).toEqual([wanted]);
  });

  it("updates one and leaves the others alone", async () => {
    const other = await createTestProduct(database(), { name: "Zither" });
    const { data: made } = await save({});
    const { status, data } = await save({ productId: made.productId, name: "Desk", serialNumber: "LMP-1" });
    expect(status).toBe(200);
    expect(data).toMatchObject({ productId: made.productId, name: "Desk", serialNumber: "LMP-1" });
    expect(await list()).toEqual([data, other]);
  });

  it("answers 409 on the field if another product has the number, ignoring case", async () => {
    await save({ serialNumber: "Straße-12" });
    const { status, errors } = await save({ name: "Second", serialNumber: " ＳＴＲＡＳＳＥ-12" });
    expect(status).toBe(409);
    expect(errors).toEqual({ serialNumber: ["Another product has serial number STRASSE-12."] });
    const { data: third } = await save({ serialNumber: "other" });
    expect((await save({ productId: third.productId, serialNumber: "STRASSE-12" })).status).toBe(409);
    expect((await list()).map(({ serialNumber }) => serialNumber).toSorted()).toEqual(["Straße-12", "other"]);
  });

  it("creates one product from a form sent twice at once", async () => {
    const answers = await Promise.all([save({}), save({}), save({})]);
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(409)]).toEqual([1, 2]);
    expect(await list()).toHaveLength(1);
  });

  it("creates one product from a request sent again after its answer was lost, with the latest values", async () => {
    const requestId = randomUUID();
    const { data: made } = await save({ requestId });
    const again = await save({ name: "Desk lamp", requestId: requestId.toUpperCase() });
    expect(again).toMatchObject({ status: 200, data: { productId: made.productId, name: "Desk lamp" } });
    expect(await list()).toEqual([again.data]);
    const other = await save({ requestId: randomUUID() });
    expect(other).toMatchObject({ status: 409, errors: { serialNumber: [expect.any(String)] } });
    const atOnce = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => save({ serialNumber: "LMP-2", requestId: atOnce })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await list()).toHaveLength(2);
  });

  it("keeps the last of two concurrent saves, complete", async () => {
    const { data: made } = await save({});
    const both = [
      { name: "From one", description: "one" },
      { name: "From two", description: "two" },
    ];
    const answers = await Promise.all(both.map((text) => save({ productId: made.productId, ...text })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [kept] = await list();
    expect(both).toContainEqual({ name: kept?.name, description: kept?.description });
  });

  it("answers 404 for an unknown product", async () => {
    expect((await save({ productId: 4711 })).status).toBe(404);
    const { data: made } = await save({});
    await post("/api/DeleteProduct", { productId: made.productId });
    expect((await save({ productId: made.productId })).status).toBe(404);
  });

  it.each([
    ["name", { name: " " }, "Enter a name."],
    ["name", { name: "x".repeat(201) }, "Use at most 200 characters."],
    ["name", { name: "a\u0000b" }, "Use only visible characters."],
    ["serialNumber", { serialNumber: "" }, "Enter a serial number."],
    ["serialNumber", { serialNumber: "x".repeat(65) }, "A serial number can have up to 64 characters."],
    ["serialNumber", { serialNumber: "a\u0007b" }, "A serial number can’t have invisible characters."],
    ["grade", { grade: "g".repeat(201) }, "Use at most 200 characters."],
    ["description", { description: "d".repeat(5_001) }, "Use at most 5,000 characters."],
    ["imageIds", { imageIds: [1, 1] }, "Include each image only once."],
    ["imageIds", { imageIds: [4711] }, "Image 4711 no longer exists. Upload it again."],
    ["altTexts", { altTexts: ["one too many"] }, "Send one text per image, in the same order."],
  ])("rejects an invalid %s", async (field, input, message) => {
    const { status, errors } = await save(input);
    expect(status).toBe(400);
    expect(errors).toEqual({ [field]: [message] });
    expect(await list()).toEqual([]);
  });

  it("accepts texts of the maximum length, and answers an id beyond the database's range without a failure", async () => {
    const text = { name: "n".repeat(200), serialNumber: "s".repeat(64), description: "d".repeat(5_000) };
    expect(await save(text)).toMatchObject({ status: 200, data: text });
    expect((await save({ productId: 2 ** 40 })).status).toBe(400);
  });
});

describe("looking up a product", () => {
  it.each(["LMP 1-ß", "lmp 1-SS", "  lmp   1-ß ", "ＬＭＰ 1-ẞ"])("finds it by %j", async (typed) => {
    await createTestProduct(database(), {
      name: "Lamp",
      serialNumber: "LMP 1-ß",
      grade: "B",
      description: "D",
    });
    const { status, body, response } = await find(typed);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      product: { name: "Lamp", serialNumber: "LMP 1-ß", grade: "B", description: "D" },
      imageUris: [],
      images: [],
      errorMessage: null,
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    "LMP-2",
    "LМP-1",
    "../LMP-1",
    "LMP-1' or '1'='1",
    "%",
    "LMP__",
    "<img src=x onerror=alert(1)>",
    "x".repeat(64),
  ])("answers a bare 404 for the unknown number %j", async (typed) => {
    await createTestProduct(database(), { serialNumber: "LMP-1" });
    const { status, body, response } = await find(typed);
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      product: null,
      imageUris: [],
      images: [],
      errorMessage: `No product has serial number ${typed}.`,
    });
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["", "   ", "x".repeat(65), "a\u0000b", "a\u001bb", "a\u200bb", "\u202eab"])(
    "answers 400 in the envelope for %j",
    async (typed) => {
      const { status, body } = await find(typed);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        success: false,
        statusCode: 400,
        errors: { serialNumber: expect.any(Array) },
      });
    },
  );

  it("doesn't find a deleted product", async () => {
    const { productId } = await createTestProduct(database(), { serialNumber: "LMP-1" });
    await post("/api/DeleteProduct", { productId });
    expect((await find("LMP-1")).status).toBe(404);
  });

  it("blocks someone who guesses many numbers, even through rendered pages, but not others", async () => {
    const small = createTestApp(database(), { now, environment: { SEARCHES_PER_MINUTE: "10" } });
    await createTestProduct(database(), { serialNumber: "LMP-1" });
    const ask = async (serialNumber: string, visitorAddress: string) => {
      const path = `/api/GetProductBySerialNumber?serialNumber=${serialNumber}`;
      const init = { headers: { host: "localhost:3000" } };
      const env = { inProcess: true, visitorAddress };
      return small.app.request(`http://localhost:3000${path}`, init, env);
    };
    for (let guess = 0; guess < 5; guess += 1)
      expect((await ask(`guess-${guess}`, "203.0.113.9")).status).toBe(404);
    const refused = await ask("LMP-1", "203.0.113.9");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await ask("LMP-1", "203.0.113.10")).status).toBe(200);
    clockMs += 60_000;
    expect((await ask("LMP-1", "203.0.113.9")).status).toBe(200);
  });

  it("blocks concurrent guesses too, but never a hit", async () => {
    const small = createTestApp(database(), { now, environment: { SEARCHES_PER_MINUTE: "40" } });
    await createTestProduct(database(), { serialNumber: "LMP-1" });
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, guess) => find(`guess-${guess}`, small)),
    );
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10);
    clockMs += 60_000;
    for (let hit = 0; hit < 30; hit += 1) expect((await find("LMP-1", small)).status).toBe(200);
  });

  it("counts toward the rate limit for searches", async () => {
    const small = createTestApp(database(), { now, environment: { SEARCHES_PER_MINUTE: "2" } });
    await createTestProduct(database(), { serialNumber: "LMP-1" });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await find("LMP-1", small)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe("deleting a product", () => {
  it("removes it from the list, can be repeated, and restores it unchanged", async () => {
    const product = await createTestProduct(database(), { now });
    const { productId } = product;
    expect(await post("/api/DeleteProduct", { productId })).toMatchObject({ status: 200, data: {} });
    expect((await post("/api/DeleteProduct", { productId })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await post("/api/RestoreProduct", { productId })).toMatchObject({ status: 200, data: product });
    expect((await post("/api/RestoreProduct", { productId })).status).toBe(200);
    expect(await list()).toEqual([product]);
  });

  it("can be undone for 24 hours after the first call", async () => {
    const { productId } = await createTestProduct(database(), { now });
    await post("/api/DeleteProduct", { productId });
    clockMs += 24 * 3_600_000 - 1;
    await post("/api/DeleteProduct", { productId });
    expect((await post("/api/RestoreProduct", { productId })).status).toBe(200);
    await post("/api/DeleteProduct", { productId });
    clockMs += 24 * 3_600_000;
    expect((await post("/api/RestoreProduct", { productId })).status).toBe(404);
    expect((await post("/api/DeleteProduct", { productId })).status).toBe(404);
  });

  it("frees its number; undoing it after the number is taken answers 409 on the field", async () => {
    const { productId } = await createTestProduct(database(), { now, serialNumber: "LMP-1" });
    await post("/api/DeleteProduct", { productId });
    const second = await save({ serialNumber: "lmp-1" });
    expect(second.status).toBe(200);
    const { status, errors } = await post("/api/RestoreProduct", { productId });
    expect(status).toBe(409);
    expect(errors).toEqual({ serialNumber: ["Another product has serial number LMP-1."] });
    expect(await list()).toEqual([second.data]);
  });

  it("answers 404 for a product that never existed", async () => {
    expect((await post("/api/DeleteProduct", { productId: 12 })).status).toBe(404);
    expect((await post("/api/RestoreProduct", { productId: 12 })).status).toBe(404);
  });
});

describe("products of the sandbox sign-in", () => {
  it("are invisible with real sign-in, and the other way around", async () => {
    await createTestProduct(database(), { serialNumber: "LMP-1", name: "Sandbox" });
    const live = createTestApp(database(), { now, environment: liveTestSettings });
    const member = await createTestUser(database(), { mode: "live", now });
    expect((await find("LMP-1", live)).status).toBe(404);
    expect(await list(live, member.cookie)).toEqual([]);
    const own = await createTestProduct(database(), { serialNumber: "LMP-1", name: "Live", mode: "live" });
    expect((await find("LMP-1", live)).body).toMatchObject({ product: { name: "Live" } });
    expect((await find("LMP-1")).body).toMatchObject({ product: { name: "Sandbox" } });
    expect((await post("/api/DeleteProduct", { productId: own.productId })).status).toBe(404);
  });
});

describe("saving a product that someone else has changed since", () => {
  const basedOn = { name: "Lamp", serialNumber: "LMP-1", grade: "A", description: "", imageIds: [] };

  it("keeps the other person's change to a different field", async () => {
    const { productId } = (await save({})).data;
    await save({ productId, description: "From the other tab" });
    const { status, data } = await save({ productId, basedOn, name: "Desk" });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: "Desk", description: "From the other tab" });
  });

  it("rejects a field that both changed, returns both values, and saves the chosen one", async () => {
    const { productId } = (await save({})).data;
    await save({ productId, grade: "B" });
    const mine = { productId, basedOn, grade: "C", name: "Desk" };
    expect(await save(mine)).toMatchObject({
      status: 409,
      errors: { grade: ["Grade was changed to “B” in the meantime."] },
      data: {
        conflicts: [{ field: "grade", label: "Grade", mine: "“C”", theirs: "“B”" }],
        current: { productId, name: "Lamp", grade: "B" },
      },
    });
    expect((await list())[0]).toMatchObject({ name: "Lamp", grade: "B" });
    const shown = { field: "grade", theirs: "“B”" };
    await save({ ...mine, decided: [{ ...shown, keep: "theirs" }] });
    expect((await list())[0]).toMatchObject({ name: "Desk", grade: "B" });
    await save({ ...mine, decided: [{ ...shown, keep: "mine" }] });
    expect((await list())[0]).toMatchObject({ name: "Desk", grade: "C" });
  });

  it("answers 404 for a product deleted meanwhile", async () => {
    const { productId } = (await save({})).data;
    await post("/api/DeleteProduct", { productId });
    expect((await save({ productId, basedOn, name: "Desk" })).status).toBe(404);
    expect(await list()).toEqual([]);
  });
});
