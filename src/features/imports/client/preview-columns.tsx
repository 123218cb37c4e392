import { Select } from "#ui/choice/select.tsx";
import { columnRoles } from "../domain/csv/columns/column-roles.ts";
import type { ImportPreview } from "../contract.ts";
import { columnLabels } from "./column-words.ts";
import styles from "./imports.module.css";

type PreviewColumnsProps = {
  table: NonNullable<ImportPreview["table"]>;
  /** Receives the role of each column, separated by commas. */
  onChange: (roles: string) => void;
};

const options = [
  { id: "", label: "Not imported" },
  ...columnRoles.map((role) => ({ id: role as string, label: columnLabels[role] })),
];

/** Columns of a table and what they mean, each with samples. */
export function PreviewColumns({ table: { columns, roles }, onChange }: PreviewColumnsProps) {
  function choose(column: number, role: string) {
    // A role belongs to one column.
    const next = columns.map((_, index) => {
      const before = roles[index] ?? "";
      if (index === column) return role;
      return before === role ? "" : before;
    });
    onChange(next.join(","));
  }

  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <ul className={styles.columnList} aria-label="Columns">
        {columns.map(({ name, samples }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns stay in their places, and names can repeat
          <li key={index} className={styles.column}>
            <Select
              label={name === "" ? `Column ${index + 1}` : name}
              options={options}
              value={roles[index] ?? ""}
              onChange={(role) => choose(index, role)}
              description={samples.filter((sample) => sample !== "").join(", ")}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
