import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { tagsQuery } from "../budget-queries.ts";
import { transactionsText } from "../estimate/budget-progress.ts";
import { TagField } from "./tag-field.tsx";
import { useTagActions } from "./use-tag-actions.ts";

const changeSchema = z
  .object({
    add: z.array(z.string()).max(20, "Add at most 20 tags."),
    remove: z.array(z.string()).max(20, "Remove at most 20 tags."),
  })
  .refine(({ add, remove }) => add.length + remove.length > 0, {
    path: ["add"],
    error: "Add or remove a tag.",
  });

type TagRowsDialogProps = {
  count: number;
  /** Returns the ids of the selected transactions. */
  readIds: () => Promise<readonly number[]>;
  onClose: () => void;
  onDone: () => void;
};

/** Dialog that adds tags to the selected transactions, or removes some. */
export function TagRowsDialog({ count, readIds, onClose, onDone }: TagRowsDialogProps) {
  const { tagRows } = useTagActions();
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  const form = useZodForm(changeSchema, { add: [], remove: [] });
  const used = tags.filter(({ transactionCount }) => transactionCount > 0);

  async function save(change: { add: string[]; remove: string[] }) {
    await tagRows(await readIds(), change);
    onDone();
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={`Tag ${transactionsText(count)}`}
      width="estimate"
      action="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <FormField control={form.control} name="add">
        {(field) => <TagField label="Add tags" {...field} />}
      </FormField>
      {used.length === 0 ? null : (
        <FormField control={form.control} name="remove">
          {(field) => (
            <CheckboxGroup
              label="Remove tags"
              options={used.map(({ name }) => ({ id: name, label: name }))}
              {...field}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
