import { eq, or, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createBankSite, type BankSite, type Person } from "../../../../tests/support/sites/bank-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import { fillPerson, gitHubToken } from "../../../../tests/support/whole-person.ts";
import { personalDataRecords } from "#server/tables/personal-data-tables.ts";
import { exportedColumns } from "./personal-columns.ts";
import { personalTables, ownedBy, type PersonalTable } from "./personal-tables.ts";

const database = useTestDatabase();
/** Timeout for creating a person with all data on a busy machine. */
const busyMachineMs = 120_000;
let site: BankSite;
let avery: Person;

beforeEach(async () => {
  site = createBankSite(database());
  avery = await site.signIn();
});

const download = (cookie?: string) =>
  site.server().request("/api/ExportPersonalData", cookie === undefined ? {} : { headers: { cookie } });

async function filesOf(person: Person): Promise<Record<string, string>> {
  const response = await download(person.cookie);
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const records = () => database().unsafeDb.select().from(personalDataRecords);
const rowsIn = (text: string | undefined) =>
  z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(text ?? ""));

/** Reads a table's rows from the database, with exported columns only. */
async function stored(known: PersonalTable, person: Person): Promise<Record<string, unknown>[]> {
  const [record] = await records();
  const whose = ownedBy(known, { userId: person.userId, subjectHash: record?.subjectHash ?? "" });
  const rows: Record<string, unknown>[] = await database()
    .unsafeDb.select()
    .from(known.table)
    .where(or(whose, known.alsoExported));
  return rows.map((row) =>
    Object.fromEntries(
      exportedColumns(known).map((name) => {
        const value: unknown = JSON.parse(JSON.stringify(row[name] ?? null));
        const isMoney = known.money?.columns.includes(name) === true && value !== null;
        // Budgets and sources are in dollars; bank accounts also in other currencies.
        return [name, isMoney ? Number(value) / minorUnits(row["isoCurrencyCode"]) : value];
      }),
    ),
  );
}

const minorUnits = (currency: unknown) => (currency === "JPY" ? 1 : 100);
const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted();

describe("the download of personal data", { timeout: busyMachineMs }, () => {
  it("contains every row of every table as JSON and CSV, and no secret", async () => {
    await fillPerson(database(), site, avery);
    const files = await filesOf(avery);
    for (const known of personalTables) {
      const rows = rowsIn(files[`json/${known.name}.json`]);
      const withoutCurrency = rows.map((row) =>
        Object.fromEntries(exportedColumns(known).map((name) => [name, row[name]])),
      );
      // The record of this download is closed once it is sent.
      if (known.name === "records") expect(rows).toMatchObject([{ act: "downloaded", outcome: "under-way" }]);
      else expect(sorted(withoutCurrency), known.name).toEqual(sorted(await stored(known, avery)));
      expect(rows.length, `${known.name}: a row to compare`).toBeGreaterThan(0);
      const lines = (files[`csv/${known.name}.csv`] ?? "").split("\r\n");
      expect(lines, `${known.name}: a line for each row`).toHaveLength(rows.length + 2);
      for (const row of rows)
        if (known.money !== undefined) expect(row["isoCurrencyCode"], known.name).toMatch(/^[A-Z]{3}$/);
    }
    const [declined] = rowsIn(files["json/refused-income.json"]);
    expect(declined?.["payeeKey"], "whose payments were declined").toMatch(/[a-z]/);
    const everything = Object.values(files).join("\n");
    for (const secret of [
      ...site.accessTokens,
      gitHubToken,
      "sealed",
      `feed of ${avery.userId}`,
      `invitation of ${avery.userId}`,
    ])
      expect(everything.includes(`"${secret}`), secret).toBe(false);
    expect(files["README.txt"]).toContain("transactions");
  });

  it("isn't recorded if only its headers are asked for", async () => {
    const headers = { cookie: avery.cookie };
    const response = await site.server().request("/api/ExportPersonalData", { method: "HEAD", headers });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toContain(".zip");
    expect(await records()).toEqual([]);
  });

  it("has amounts in units, and neutralizes formulas in CSV", async () => {
    await fillPerson(database(), site, avery);
    const files = await filesOf(avery);
    const { rows } = await database().unsafeDb.execute<{ sum: string }>(
      sql`select sum(amount)::text as sum from transactions where user_id = ${avery.userId} and iso_currency_code = 'USD'`,
    );
    const cents = rowsIn(files["json/transactions.json"]).flatMap((row) =>
      row["isoCurrencyCode"] === "USD" ? Math.round(Number(row["amount"]) * 100) : [],
    );
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Number(rows[0]?.sum));
    expect(files["csv/budgets.csv"]).toContain(`"'=2+5 autumn"`);
    expect(files["json/budgets.json"]).toContain('"=2+5 autumn"');
    expect(files["csv/budget-estimates.csv"]).toMatch(/,123\.45,"","false","USD"\r\n$/);
  });

  it("contains nothing of other people", async () => {
    const morgan = await site.signIn();
    await fillPerson(database(), site, morgan);
    const files = await filesOf(avery);
    const held = personalTables.filter(({ name }) => rowsIn(files[`json/${name}.json`]).length > 0);
    expect(held.map(({ name }) => name)).toEqual([
      "you",
      "sign-in-accounts",
      "sign-ins",
      "records",
      "categories",
    ]);
    expect(files["csv/categories.csv"]).not.toContain("Attic");
    expect(Object.values(files).join("\n")).not.toContain(morgan.userId);
  });

  it("reads tables larger than a page without duplicates", async () => {
    const { id } = await site.link(avery, { days: 5 });
    await database().unsafeDb.execute(sql`
      insert into transactions (user_id, institution_access_item_id, account_id, date, name, payee_key, amount, iso_currency_code, pending, created_at)
      select ${avery.userId}, ${id}, (select min(account_id) from accounts), '2026-11-01', 'row ' || n, 'row', -n, 'USD', false, now()
      from generate_series(1, 1200) n`);
    await database().unsafeDb.execute(sql`
      insert into provider_transactions (user_id, source, account_id, provider_transaction_id, transaction_id, pending, date, name, raw_amount, iso_currency_code, received_at)
      select user_id, 'plaid', account_id, 'of ' || name, transaction_id, false, date, name, -amount, 'USD', now()
      from transactions where name like 'row %'`);
    const files = await filesOf(avery);
    const rows = rowsIn(files["json/transactions.json"]);
    const names = rows.map((row) => String(row["name"])).filter((name) => name.startsWith("row "));
    expect(new Set(names).size).toBe(1_200);
    expect(names).toHaveLength(1_200);
    const ofBank = rowsIn(files["json/bank-rows.json"]).map((row) => row["providerTransactionId"]);
    expect(new Set(ofBank).size).toBe(ofBank.length);
    expect(ofBank.filter((one) => String(one).startsWith("of row "))).toHaveLength(1_200);
  });

  it("is an uncached file named after the site and day, with an anonymous record", async () => {
    const response = await download(avery.cookie);
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-disposition")).toContain(
      'filename="robinashgrove.example personal data 2026-11-21.zip"',
    );
    await response.arrayBuffer();
    const [record, ...others] = await records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ act: "downloaded", outcome: "done", counts: { you: 1 } });
    expect(JSON.stringify(record)).not.toContain(avery.userId);
    const { data } = await avery.get<{ lastDownloadAt: string | null }>("/api/GetPersonalData");
    expect(data.lastDownloadAt).toBe(site.now().toISOString());
  });

  it("is recorded as broken off if the browser disconnects", async () => {
    await fillPerson(database(), site, avery);
    const response = await download(avery.cookie);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await records())[0]).toMatchObject({ outcome: "broken-off" });
  });

  it("requires an active session and is limited to ten times an hour", async () => {
    expect((await download()).status).toBe(401);
    for (let time = 0; time < 10; time += 1) await (await download(avery.cookie)).arrayBuffer();
    const refused = await download(avery.cookie);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    const morgan = await site.signIn();
    expect((await download(morgan.cookie)).status, "each their own").toBe(200);
    site.clock.nowMs += 13 * 60 * 60_000;
    expect((await download(avery.cookie)).status).toBe(401);
    expect(
      await database().unsafeDb.$count(personalDataRecords, eq(personalDataRecords.act, "downloaded")),
    ).toBe(11);
  });
});
