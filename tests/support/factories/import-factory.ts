import { and, eq, isNull } from "drizzle-orm";
import type { ImportPreview, ImportView } from "#features/imports/contract.ts";
import type { Database } from "#server/database/db.ts";
import { transactions } from "#server/tables/transaction-tables.ts";
import { siteConfig } from "#site-config";
import { answerOf } from "../calls.ts";
import type { TestApp } from "../test-app.ts";

type Wanted = { accountId?: number; answers?: Record<string, string>; name?: string };
type CommitPart = {
  index: number;
  accountId: number;
  leaveOut?: number[];
  choices?: { row: number; choice: "leaveOut" | "add" | "join" }[];
};

/** Creates a person's calls to import statements. */
export function createImporter(site: TestApp, cookie: string) {
  async function preview(file: string | Uint8Array<ArrayBuffer>, { accountId, answers, name }: Wanted = {}) {
    const body = new FormData();
    body.set("file", new File([file], name ?? "statement"));
    if (accountId !== undefined) body.set("accountId", String(accountId));
    if (answers !== undefined) body.set("answers", JSON.stringify(answers));
    const headers = { cookie, "x-tenant": siteConfig.tenant };
    const response = await site.request("/api/PreviewImport", { method: "POST", headers, body });
    return answerOf<ImportPreview>(response);
  }

  async function commit(importId: number, accounts: CommitPart[]) {
    const response = await site.post("/api/CommitImport", { importId, accounts }, { cookie });
    return answerOf<{ importId: number; added: number; joined: number; changed: number } & ImportPreview>(
      response,
    );
  }

  return {
    preview,
    commit,
    /** Previews a file for one account and commits it as it is. */
    async import(file: string | Uint8Array<ArrayBuffer>, accountId: number, more: Partial<CommitPart> = {}) {
      const { data } = await preview(file, { accountId });
      return commit(data.importId, [{ index: 0, accountId, ...more }]);
    },
    async undo(importId: number, keepTouched = false) {
      const response = await site.post("/api/UndoImport", { importId, keepTouched }, { cookie });
      return answerOf<{ removed: number; restored: number; kept: number }>(response);
    },
    async list() {
      return answerOf<ImportView[]>(await site.request("/api/GetImports", { headers: { cookie } }));
    },
  };
}

/** A row of a statement; the amount in currency units, negative for money out. */
export type StatementLine = {
  date: string;
  amount: number;
  payee: string;
  id?: string;
  type?: string;
  /** Merchant category code, four digits. */
  merchantCode?: string;
  memo?: string;
};

export const coffee = { date: "2026-11-05", amount: -4.5, payee: "Blue Fig" };
export const november: StatementLine[] = [
  { date: "2026-11-02", amount: -24.1, payee: "Greenbarrow Market" },
  { date: "2026-11-03", amount: 3000, payee: "ACME Payroll", type: "DIRECTDEP" },
  coffee,
  coffee,
  { date: "2026-11-09", amount: -12, payee: "Corner Bakery" },
].map((row, index) => Object.assign({}, row, { id: `T${index}` }));

/** Returns the ledger as the person sees it: `2026-11-05 -450 Blue Fig`, by day. */
export async function shownRows({ unsafeDb }: Pick<Database, "unsafeDb">, userId: string): Promise<string[]> {
  const rows = await unsafeDb
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isNull(transactions.dismissedAt)))
    .orderBy(transactions.date, transactions.amount, transactions.transactionId);
  return rows.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`);
}

/** Writes an OFX file of one account. */
export function ofx(rows: readonly StatementLine[], { account = "000123450001" } = {}): string {
  const compact = (date: string) => date.replaceAll("-", "");
  const list = rows.map(
    ({ date, amount, payee, id, type, merchantCode, memo }) =>
      `<STMTTRN><TRNTYPE>${type ?? (amount < 0 ? "DEBIT" : "CREDIT")}<DTPOSTED>${compact(date)}<TRNAMT>${amount.toFixed(2)}${
        id === undefined ? "" : `<FITID>${id}`
      }${merchantCode === undefined ? "" : `<SIC>${merchantCode}`}<NAME>${payee}${memo === undefined ? "" : `<MEMO>${memo}`}</STMTTRN>`,
  );
  const days = rows.map(({ date }) => compact(date)).toSorted();
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STATUS><CODE>0</STATUS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>111<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${days[0] ?? ""}<DTEND>${days.at(-1) ?? ""}
${list.join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
}

/** Writes a CSV file, whose rows have no ids. */
export function csv(rows: readonly (StatementLine & { category?: string })[]): string {
  const list = rows.map(
    ({ date, amount, payee, category }) => `${date},"${payee}",${amount.toFixed(2)},${category ?? ""}`,
  );
  return `Date,Description,Amount,Category\n${list.join("\n")}\n`;
}
