import { z } from "zod";
import { Combobox } from "#ui/choice/combobox.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import type { TagUse } from "../budget-queries.ts";
import { useTagActions } from "./use-tag-actions.ts";

/** A tag, and what to do with it. */
export type TagTask = { kind: "rename" | "merge"; tag: TagUse };

type TagDialogProps = { task: TagTask; others: readonly TagUse[]; onClose: () => void; onMerged: () => void };

const schemas = {
  rename: z.object({ name: z.string().trim().min(1, "Enter a tag."), into: z.number().nullable() }),
  merge: z.object({
    name: z.string(),
    into: z
      .number()
      .nullable()
      .refine((into) => into !== null, "Choose a tag."),
  }),
};

/** Dialog that renames a tag, or merges it into another. */
export function TagDialog({ task: { kind, tag }, others, onClose, onMerged }: TagDialogProps) {
  const { rename, merge } = useTagActions();
  const form = useZodForm<{ name: string; into: number | null }, { name: string; into: number | null }>(
    schemas[kind],
    { name: tag.name, into: null },
  );
  const isMerge = kind === "merge";

  async function save({ name, into }: { name: string; into: number | null }) {
    const other = others.find(({ tagId }) => tagId === into);
    if (!isMerge) {
      await rename(tag, name);
      onClose();
    } else if (other !== undefined) {
      await merge(tag, other);
      onMerged();
    }
  }

  return (
    <FormDialog
      form={form}
      title={isMerge ? `Merge ${tag.name}` : `Rename ${tag.name}`}
      width="estimate"
      action={isMerge ? "Merge" : "Rename"}
      onSubmit={save}
      onClose={onClose}
      thing="This tag"
    >
      {isMerge ? (
        <FormField control={form.control} name="into">
          {(field) => (
            <Combobox
              label="Merge into"
              placeholder="Choose a tag"
              options={others.map(({ tagId, name }) => ({ id: tagId, label: name }))}
              isRequired
              {...field}
            />
          )}
        </FormField>
      ) : (
        <FormField control={form.control} name="name">
          {(field) => <TextField label="Name" autoComplete="off" maxLength={40} isRequired {...field} />}
        </FormField>
      )}
    </FormDialog>
  );
}
