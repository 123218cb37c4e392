import type { BankControl } from "../stand-ins/bank-control/bank-control.ts";
import { sql } from "drizzle-orm";
import { payeeKeyOf } from "#features/transactions/domain/payees/payee-key.ts";
import { pairTransfers, type TransferRow } from "#features/transactions/domain/transfers/transfer-pairs.ts";
import { areOthersKept, everyMark, isCategorized, type Mark } from "../factories/marks-factory.ts";
import type { Database } from "#server/database/db.ts";
import { money } from "#shared/money.ts";
import type { RowKind } from "#shared/row-kinds.ts";
import type { LedgerPerson } from "./ledger-site.ts";

/** Result of a script, to compare with the bank. */
export type ScriptOutcome = {
  person: LedgerPerson;
  /** Acknowledged edits by ledger row. */
  acknowledged: ReadonlyMap<number, ReadonlySet<Mark>>;
};

/** A ledger row with everything other tables say about it. */
export type LedgerRow = {
  transactionId: number;
  /** The bank row it currently represents; null if the bank has none anymore. */
  bankId: string | null;
  /** All bank rows it has represented. */
  bankIds: string[];
  bankAccountId: string;
  accountId: number;
  cents: number;
  date: string;
  name: string;
  merchantName: string | null;
  accountNames: (string | null)[];
  mask: string | null;
  chosenKind: RowKind | null;
  pending: boolean;
  isRemoved: boolean;
  transferPairId: number | null;
  bankCategory: string | null;
  bankCategoryDetailed: string | null;
  marks: Mark[];
  /** Sum of its parts; null for a whole row. */
  partCents: number | null;
};

export async function readLedger(
  { unsafeDb }: Pick<Database, "unsafeDb">,
  { userId }: { userId: string },
): Promise<LedgerRow[]> {
  const { rows } = await unsafeDb.execute<
    Omit<LedgerRow, "cents" | "marks"> & { cents: string | number } & Record<Mark, boolean>
  >(sql`
    select t.transaction_id as "transactionId", t.account_id as "accountId", a.provider_account_id as "bankAccountId",
      t.amount as cents, t.date::text, t.name, t.merchant_name as "merchantName",
      array[a.name, a.official_name] as "accountNames", a.mask, t.chosen_kind as "chosenKind", t.pending, t.removed_by_bank_at is not null as "isRemoved",
      t.transfer_pair_id as "transferPairId", t.bank_category as "bankCategory", t.bank_category_detailed as "bankCategoryDetailed",
      (select f.provider_transaction_id from provider_transactions f
        where f.transaction_id = t.transaction_id and f.removed_at is null) as "bankId",
      array(select f.provider_transaction_id from provider_transactions f where f.transaction_id = t.transaction_id) as "bankIds",
      ${isCategorized} as category, t.chosen_kind is not null as kind,
      exists (select from budget_exemptions e where e.transaction_id = t.transaction_id) as exemption,
      exists (select from income_payments p where p.transaction_id = t.transaction_id) as payment,
      ${areOthersKept}, (select sum(p.amount)::int from transaction_parts p where p.transaction_id = t.transaction_id) as "partCents"
    from transactions t join accounts a using (account_id)
    where t.user_id = ${userId}
    order by t.transaction_id`);
  return rows.map(({ cents, ...row }) =>
    Object.assign(row, { cents: Number(cents), marks: everyMark.filter((mark) => row[mark]) }),
  );
}

/**
 * Returns the problems of a ledger after a script as sentences; none if it matches the bank's list exactly, no acknowledged
 * edit is lost, and every transfer is found.
 */
export async function problemsOf(
  database: Pick<Database, "unsafeDb">,
  control: BankControl,
  { person, acknowledged }: ScriptOutcome,
): Promise<string[]> {
  const rows = await readLedger(database, person);
  const bank = control.truth(person.itemId).transactions;
  const bankIds = new Set(bank.map((row) => row.transaction_id));
  const byBankId = new Map(rows.flatMap((row) => (row.bankId === null ? [] : [[row.bankId, row] as const])));
  const byId = new Map(rows.map((row) => [row.transactionId, row]));
  const problems: string[] = [];
  for (const row of bank) {
    const ours = byBankId.get(row.transaction_id);
    const wanted = `${Math.round(row.amount * -100)} on ${row.date}, ${row.name}, ${row.account_id}, ${String(row.pending)}`;
    const found =
      ours && `${ours.cents} on ${ours.date}, ${ours.name}, ${ours.bankAccountId}, ${String(ours.pending)}`;
    if (found !== wanted)
      problems.push(
        `the bank lists ${row.transaction_id} as ${wanted}; the ledger has ${found ?? "nothing"}`,
      );
    const pendingId = row.pending_transaction_id;
    const ofPending = rows.find((other) => pendingId !== null && other.bankIds.includes(pendingId));
    if (ofPending !== undefined && ofPending !== ours)
      problems.push(`${row.transaction_id} has not taken over the row of ${pendingId}`);
  }
  for (const row of rows) {
    const isListed = row.bankId !== null && bankIds.has(row.bankId);
    if (!isListed && !row.isRemoved)
      problems.push(`row ${row.transactionId} is not at the bank, and says nothing of it`);
    if (isListed && row.isRemoved)
      problems.push(`row ${row.transactionId} is at the bank, and flagged as removed`);
    if (row.partCents !== null && row.partCents !== row.cents)
      problems.push(`the parts of row ${row.transactionId} are ${row.partCents}, and it is ${row.cents}`);
    if (row.isRemoved && row.marks.length === 0)
      problems.push(`row ${row.transactionId} is kept without a mark`);
  }
  for (const [transactionId, marks] of acknowledged) {
    const kept = byId.get(transactionId)?.marks ?? [];
    for (const mark of marks)
      if (!kept.includes(mark)) problems.push(`the mark (${mark}) on row ${transactionId} is lost`);
  }
  const pairs = pairTransfers(asTransferRows(rows.filter(({ isRemoved }) => !isRemoved)), []);
  for (const { transactionId, transferPairId } of rows) {
    const pair = pairs.get(transactionId) ?? null;
    if (pair !== transferPairId)
      problems.push(`row ${transactionId} is paired with ${transferPairId}, and should be with ${pair}`);
  }
  return problems;
}

function asTransferRows(rows: readonly LedgerRow[]): TransferRow[] {
  const payeeOf = (row: LedgerRow) => `${row.cents > 0} ${payeeKeyOf(row)}`;
  const confirmed = new Set(rows.filter(({ chosenKind }) => chosenKind === "transfer").map(payeeOf));
  return rows.map((row) => ({
    transactionId: row.transactionId,
    accountId: row.accountId,
    account: { names: row.accountNames.filter((name) => name !== null), mask: row.mask },
    amount: money(row.cents),
    isoCurrencyCode: "USD",
    date: row.date,
    name: row.name,
    chosenKind: row.chosenKind,
    isPayeeConfirmed: confirmed.has(payeeOf(row)),
    bankCategory: row.bankCategory,
    bankCategoryDetailed: row.bankCategoryDetailed,
  }));
}
