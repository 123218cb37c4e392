import { expect, it } from "vitest";
import { z } from "zod";
import { csv } from "../../../../../tests/support/factories/import-factory.ts";
import { createJoiningSite } from "../../../../../tests/support/sites/joining-site.ts";
import { createManualSite } from "../../../../../tests/support/sites/manual-site.ts";
import { useTestDatabase } from "../../../../../tests/support/test-database.ts";

const database = useTestDatabase();

it("a row whose other side is gone can be matched with another one", async () => {
  const person = await createJoiningSite(database());
  const cardId = person.bank.accounts[1]?.accountId ?? 0;
  const outTransactionId = await person.delivered("out", {
    amount: -50_000,
    name: "Blue Fig",
    date: "2026-11-10",
  });
  const file = csv([{ date: "2026-11-11", amount: 500, payee: "Deposit" }]);
  const match = async () => {
    const { data } = await person.files.import(file, cardId);
    const inTransactionId = (await person.rows()).find(({ payee }) => payee === "Deposit")?.transactionId;
    const { status } = await person.post("SetTransferPairs", [
      { outTransactionId, inTransactionId, isTransfer: true },
    ]);
    return { status, importId: data.importId };
  };
  const first = await match();
  expect(first.status).toBe(200);
  await person.files.undo(first.importId);
  expect((await match()).status).toBe(200);
  expect((await person.rows()).map(({ transferPair }) => transferPair !== null)).toEqual([true, true]);
});

it("a match ends where an edit leaves it no two sides", async () => {
  const site = await createManualSite(database());
  const [everyday, savings] = [await site.addAccount(), await site.addAccount({ name: "Savings" })];
  const outTransactionId = await site.type(everyday.accountId, -500, "Blue Fig");
  const inTransactionId = await site.type(savings.accountId, 500, "Deposit");
  await site.post("SetTransferPairs", [{ outTransactionId, inTransactionId, isTransfer: true }]);
  const edit = async (values: object) => {
    const typed = { accountId: everyday.accountId, date: "2026-11-10", amount: -500, name: "Blue Fig" };
    const { data } = await site.post("SaveTransaction", {
      transactionId: outTransactionId,
      ...typed,
      ...values,
    });
    return data;
  };
  const unpaired = { transferPair: null };
  expect(await edit({ amount: 500 })).toMatchObject({ ...unpaired, kind: "income" });
  expect(await edit({ accountId: savings.accountId })).toMatchObject({ ...unpaired, kind: "spending" });
  expect(await edit({})).toMatchObject({
    kind: "transfer",
    transferPair: { transactionId: inTransactionId },
  });
});

it("a match says nothing about payees while a side is no transfer", async () => {
  const site = await createManualSite(database());
  const [everyday, savings] = [await site.addAccount(), await site.addAccount({ name: "Savings" })];
  const outTransactionId = await site.type(everyday.accountId, -500, "Blue Fig");
  const inTransactionId = await site.type(savings.accountId, 500, "Deposit");
  const alike = [
    await site.type(everyday.accountId, -700, "Blue Fig"),
    await site.type(savings.accountId, 700, "Deposit"),
  ];
  const kindsAlike = async () => {
    const rows = await site.rows();
    return alike.map((id) => rows.find(({ transactionId }) => transactionId === id)?.kind);
  };
  const choose = (kind: string | null) =>
    site.post("SetTransactionKinds", [{ transactionId: inTransactionId, kind }]);
  await site.post("SetTransferPairs", [{ outTransactionId, inTransactionId, isTransfer: true }]);
  expect(await kindsAlike()).toEqual(["transfer", "transfer"]);
  await choose("income");
  expect(await kindsAlike()).toEqual(["spending", "income"]);
  await choose(null);
  expect(await kindsAlike()).toEqual(["transfer", "transfer"]);
  await site.post("DeleteTransaction", { transactionId: inTransactionId });
  expect(await kindsAlike()).toEqual(["spending", "income"]);
  await site.post("RestoreRemovedTransaction", { transactionId: inTransactionId });
  expect(await kindsAlike()).toEqual(["transfer", "transfer"]);
});

it("a match ends while a deleted rule's kind is kept as the person's", async () => {
  const site = await createManualSite(database());
  const [everyday, savings] = [await site.addAccount(), await site.addAccount({ name: "Savings" })];
  const outTransactionId = await site.type(everyday.accountId, -500, "Blue Fig");
  const inTransactionId = await site.type(savings.accountId, 500, "Deposit");
  await site.post("SetTransferPairs", [{ outTransactionId, inTransactionId, isTransfer: true }]);
  await site.post("SaveRule", {
    ruleId: 0,
    name: "",
    conditions: [{ field: "payee", op: "is", values: ["Blue Fig"] }],
    actions: [{ field: "kind", value: "spending" }],
    isOn: true,
    appliesFrom: "0001-01-01",
  });
  const [rule] = await site.read("GetRules", z.array(z.object({ ruleId: z.int() })));
  const pairs = async () =>
    (await site.rows()).map(({ kind, transferPair }) => [kind, transferPair?.transactionId ?? null]);
  const matched = await pairs();
  const undoId = "3f0e64a1-2f5f-4b3e-9c51-6f3f0a5b7c11";
  await site.post("DeleteRule", { ruleId: rule?.ruleId, keep: true, undoId });
  expect(await pairs()).toEqual([
    ["spending", null],
    ["income", null],
  ]);
  await site.post("Undo", { undoId });
  expect(await pairs()).toEqual(matched);
});
