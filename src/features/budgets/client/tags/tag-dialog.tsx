import { useId } from "react";
import { z } from "zod";
import { failureText } from "#client/data/api-failure.ts";
import { withGoneWords } from "#client/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
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
  const formId = useId();
  const { rename, merge } = useTagActions();
  const form = useZodForm<{ name: string; into: number | null }, { name: string; into: number | null }>(
    schemas[kind],
    { name: tag.name, into: null },
  );
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const isMerge = kind === "merge";

  async function save({ name, into }: { name: string; into: number | null }) {
    const other = others.find(({ tagId }) => tagId === into);
    try {
      if (!isMerge) {
        await rename(tag, name);
        onClose();
      } else if (other !== undefined) {
        await merge(tag, other);
        onMerged();
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      applyServerErrors(form, withGoneWords(error.errors ?? { save: [failureText(error)] }, "This tag"));
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isMerge ? `Merge ${tag.name}` : `Rename ${tag.name}`}
      width="estimate"
      guard={guard}
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting}>
            {isMerge ? "Merge" : "Rename"}
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={save}>
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
      </Form>
    </Dialog>
  );
}
