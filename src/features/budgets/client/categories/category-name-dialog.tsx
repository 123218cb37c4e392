import { z } from "zod";
import { filledLineSchema } from "#shared/text/text-schemas.ts";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import type { FinancialCategory } from "../../contract.ts";
import { useCategoryActions } from "./use-category-actions.ts";

type CategoryNameDialogProps = {
  /** Null to create one. */
  category: FinancialCategory | null;
  /** Initial name of a new category. */
  startName?: string;
  onClose: () => void;
  /** Called after saving and before the dialog closes. */
  onSaved?: (category: FinancialCategory) => void;
};

const nameSchema = z.object({ name: filledLineSchema("Enter a name.") });

/** Dialog that creates a category or renames one of the person's own. A name that is taken is reported on the field. */
export function CategoryNameDialog({ category, startName = "", onClose, onSaved }: CategoryNameDialogProps) {
  const { create, rename } = useCategoryActions();
  const conflicts = useFieldConflicts();
  const form = useZodForm(nameSchema, { name: category?.name ?? startName });

  async function save(name: string) {
    const saved =
      category === null ? await create(name) : await rename(category, name, conflicts.takeDecided());
    onSaved?.(saved);
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={category === null ? "New category" : `Rename ${category.name}`}
      width="estimate"
      action={category === null ? "Create" : "Rename"}
      onSubmit={({ name }) => save(name)}
      onClose={onClose}
      thing="This category"
      conflicts={conflicts}
      focused="name"
    >
      <FormField control={form.control} name="name">
        {(field) => (
          <TextField
            label="Name"
            description={
              category === null ? undefined : "The new name appears everywhere the category is used."
            }
            autoComplete="off"
            maxLength={200}
            isRequired
            {...field}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
