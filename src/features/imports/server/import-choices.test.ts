import { beforeEach, describe, expect, it } from "vitest";
import { coffee, csv, november, ofx } from "../../../../tests/support/factories/import-factory.ts";
import { createJoiningSite } from "../../../../tests/support/sites/joining-site.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let person: Awaited<ReturnType<typeof createJoiningSite>>;
let own: typeof person.files;
let accountId: number;

beforeEach(async () => {
  person = await createJoiningSite(database());
  ({ files: own, accountId } = person);
});

describe("an import", () => {
  it("isn't imported with lines that can't be read, until they're left out", async () => {
    const file = `${csv(november)}2026-11-31,"No such day",-1.00,\n`;
    const { data } = await own.preview(file, { accountId });
    const unread = data.accounts[0]?.rows.filter(({ state }) => state === "refused") ?? [];
    expect(unread).toMatchObject([{ line: 7, row: null }]);
    const refused = await own.commit(data.importId, [{ index: 0, accountId }]);
    expect(refused).toMatchObject({ status: 400, errors: { leaveOut: [expect.stringContaining("7")] } });
    expect(await person.ledger()).toEqual([]);
    expect(await own.commit(data.importId, [{ index: 0, accountId, leaveOut: [7] }])).toMatchObject({
      data: { added: 5 },
    });
  });

  it("keeps the rows of a line that also has one that can't be read", async () => {
    const file = ofx(november)
      .replaceAll("\n<STMTTRN>", "<STMTTRN>")
      .replace("DTPOSTED>20261109", "DTPOSTED>20261399");
    const { data } = await own.preview(file, { accountId });
    const lines = data.accounts[0]?.rows.map(({ row, line }) => (row === null ? `unread ${line}` : line));
    expect(new Set(lines)).toEqual(new Set([5, "unread 5"]));
    expect(await own.commit(data.importId, [{ index: 0, accountId, leaveOut: [5] }])).toMatchObject({
      data: { added: 4 },
    });
  });

  it("leaves out readable rows by their lines, too", async () => {
    const { data } = await own.preview(csv(november), { accountId });
    expect(await own.commit(data.importId, [{ index: 0, accountId, leaveOut: [2, 3] }])).toMatchObject({
      data: { added: 3 },
    });
  });

  it("leaves out, adds, and joins as the person says", async () => {
    await person.typed({ ...coffee, date: "2026-11-03" });
    await person.typed({ ...coffee, date: "2026-11-04" });
    const { data } = await own.preview(ofx([coffee, { ...coffee, date: "2026-11-06", payee: "Zoo" }]), {
      accountId,
    });
    expect(data.accounts[0]?.rows).toMatchObject([{ state: "maybe" }, { state: "maybe" }]);
    const choices = [
      { row: 0, choice: "join" as const },
      { row: 1, choice: "leaveOut" as const },
    ];
    expect(await own.commit(data.importId, [{ index: 0, accountId, choices }])).toMatchObject({
      data: { added: 0, joined: 1 },
    });
    expect(await person.ledger()).toEqual(["2026-11-03 -450 Blue Fig", "2026-11-05 -450 Blue Fig"]);
    expect((await own.list()).data).toMatchObject([{ counts: { new: 0, joined: 1, maybe: 0, refused: 1 } }]);
  });
});
