import { moneyDigits } from "#shared/money.ts";
import { packRecords } from "#server/threads/packed-records.ts";
import type { Packed } from "#server/threads/packed.ts";
import type { PayeeReader } from "../../domain/payees/payee-key.ts";
import { sortingColumns, type SortedNewRows } from "../../domain/sorting/new-rows.ts";
import type { SettledRows, Stated } from "../../domain/statements/statement-choices.ts";
import type { FileRow, KeptRow } from "../../domain/statements/statement-rows.ts";

/** Columns of what a file says about a row. */
const factColumns = {
  position: "int",
  date: "date",
  name: "text",
  rawAmount: "numeric",
  isoCurrencyCode: "text",
  externalId: "text",
  factPayeeKey: "text",
  hasParts: "boolean",
} as const;

/** Columns of what a row of the ledger says. */
const rowColumns = {
  authorizedDate: "date",
  merchantName: "text",
  amount: "bigint",
  bankCategory: "text",
  bankCategoryDetailed: "text",
  fileCategory: "text",
  merchantCode: "text",
  typeCode: "text",
} as const;

export const addedColumns = {
  ...factColumns,
  ...rowColumns,
  payee: "text",
  maybeSameAs: "int",
  ...sortingColumns,
} as const;

export const foundColumns = { ...factColumns, transactionId: "int", joinedFrom: "int" } as const;

export const statedColumns = { ...foundColumns, ...rowColumns, payeeKey: "text" } as const;

type Placed = { row: FileRow; position: number };
type Found = Placed & { kept: KeptRow };

/** Packs the rows of a statement for its writing (`statement-writer.ts`); `sorted` is how its new ones are. */
export function packRows(
  { added, found, stated, withdrawn }: SettledRows,
  {
    sorted,
    hasTrustedIds,
    readPayee,
  }: { sorted: SortedNewRows["sorted"]; hasTrustedIds: boolean; readPayee: PayeeReader },
): { added: Packed; found: Packed; stated: Packed } {
  const facts = {
    position: ({ position }: Placed) => position,
    date: ({ row }: Placed) => row.date,
    name: ({ row }: Placed) => row.name,
    rawAmount: ({ row }: Placed) => moneyDigits(row.amount, row.isoCurrencyCode),
    isoCurrencyCode: ({ row }: Placed) => row.isoCurrencyCode,
    externalId: ({ row }: Placed) => (hasTrustedIds ? row.externalId : null),
    factPayeeKey: ({ row }: Placed) => row.payeeKey,
    hasParts: ({ row }: Placed) => (row.parts === undefined ? null : "true"),
  };
  const codes = {
    fileCategory: ({ row }: Placed) => row.fileCategory,
    merchantCode: ({ row }: Placed) => row.merchantCode,
    typeCode: ({ row }: Placed) => row.typeCode,
  };
  const ofFound = {
    ...facts,
    transactionId: ({ kept }: Found) => kept.transactionId,
    joinedFrom: ({ kept }: Found) => kept.joinedFrom,
  };
  return {
    added: packRecords(addedColumns, added, {
      ...facts,
      ...codes,
      ...saidBy(({ row }: Placed) => row),
      payee: ({ row }) => readPayee(row).payee,
      maybeSameAs: ({ maybe }) => maybe?.transactionId,
      kind: (_row, index) => sorted[index]?.kind,
      kindReason: (_row, index) => sorted[index]?.kindReason,
      financialCategoryId: (_row, index) => sorted[index]?.financialCategoryId,
      categorySource: (_row, index) => sorted[index]?.categorySource,
    }),
    found: packRecords(foundColumns, [...found, ...withdrawn], ofFound),
    stated: packRecords(statedColumns, stated, {
      ...ofFound,
      ...codes,
      ...saidBy(({ now }: { now: Stated }) => now),
      payeeKey: ({ now }) => readPayee(now).payeeKey,
    }),
  };
}

/** Columns of what an element's row of the ledger says. */
function saidBy<T>(of: (element: T) => Stated) {
  return {
    date: (element: T) => of(element).date,
    authorizedDate: (element: T) => of(element).authorizedDate,
    name: (element: T) => of(element).name,
    merchantName: (element: T) => of(element).merchantName,
    amount: (element: T) => of(element).amount,
    isoCurrencyCode: (element: T) => of(element).isoCurrencyCode,
    bankCategory: (element: T) => of(element).bankCategory,
    bankCategoryDetailed: (element: T) => of(element).bankCategoryDetailed,
  };
}
