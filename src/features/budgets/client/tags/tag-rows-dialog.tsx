import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { useApi } from "#client/app-context.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/choice/checkbox-group.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "#ui/form/form.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
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
  const formId = useId();
  const { tagRows } = useTagActions();
  const { data: tags = [] } = useQuery(tagsQuery(useApi()));
  const form = useZodForm(changeSchema, { add: [], remove: [] });
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const used = tags.filter(({ transactionCount }) => transactionCount > 0);

  async function save(change: { add: string[]; remove: string[] }) {
    try {
      await tagRows(await readIds(), change);
      onDone();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(form, error.errors ?? { save: [failureText(error)] });
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Tag ${transactionsText(count)}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            Save
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={save}>
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
      </Form>
    </Dialog>
  );
}
