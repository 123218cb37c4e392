import { useEffect, useId } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { ConflictPanel, useFieldConflicts, withGoneWords } from "#client/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import type { FinancialCategory } from "../../contract.ts";
import { lineSchema } from "../../domain/budget-shapes.ts";
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

const nameSchema = z.object({ name: lineSchema("a name") });

/** Dialog that creates a category or renames one of the person's own. A name that is taken is reported on the field. */
export function CategoryNameDialog({ category, startName = "", onClose, onSaved }: CategoryNameDialogProps) {
  const formId = useId();
  const { create, rename } = useCategoryActions();
  const conflicts = useFieldConflicts();
  const form = useZodForm(nameSchema, { name: category?.name ?? startName });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const { setFocus } = form;
  useEffect(() => {
    // Waits a frame, because the dialog takes the focus first.
    const frame = requestAnimationFrame(() => setFocus("name", { shouldSelect: true }));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);

  async function save(name: string) {
    try {
      const saved =
        category === null ? await create(name) : await rename(category, name, conflicts.takeDecided());
      onSaved?.(saved);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (conflicts.show(error)) return;
      applyServerErrors(form, withGoneWords(error.errors ?? { save: [failureText(error)] }, "This category"));
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={category === null ? "New category" : `Rename ${category.name}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            {category === null ? "Create" : "Rename"}
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={({ name }) => save(name)}>
        <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />
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
      </Form>
    </Dialog>
  );
}
