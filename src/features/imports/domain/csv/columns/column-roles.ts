/** Meaning of a table's column. `direction` says money in or out in words, `account` is the person's own account. */
export const columnRoles = [
  "date",
  "authorizedDate",
  "amount",
  "debit",
  "credit",
  "direction",
  "balance",
  "payee",
  "memo",
  "category",
  "currency",
  "checkNumber",
  "typeCode",
  "externalId",
  "account",
  "counterpartyAccount",
  "status",
  "mcc",
] as const;

export type ColumnRole = (typeof columnRoles)[number];

/** Role of each column, from the left; null for a column that isn't read. */
export type ColumnRoles = readonly (ColumnRole | null)[];

/** Roles that the person chose for tables with a header; `fingerprint` recognizes the header (`StatementTable`). */
export type ColumnMapping = { fingerprint: string; roles: ColumnRoles };

/** Returns the index of a role's column; null if there's none. */
export function columnOf(roles: ColumnRoles, role: ColumnRole): number | null {
  const index = roles.indexOf(role);
  return index === -1 ? null : index;
}

/** Returns the cell of a role in a line; empty if there's none. */
export function cellOf(cells: readonly string[], roles: ColumnRoles, role: ColumnRole): string {
  const index = columnOf(roles, role);
  return index === null ? "" : (cells[index] ?? "");
}

/** Columns of a table with their meaning, for a screen that lets the person change them. */
export type StatementTableHead = {
  /** Recognizes tables with the same header, whatever their rows. */
  fingerprint: string;
  columns: { name: string; samples: string[] }[];
  roles: ColumnRoles;
};
