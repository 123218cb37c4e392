import { useEffect, useId, type ReactNode } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { failureText } from "#client/data/api-failure.ts";
import { ConflictPanel, withGoneWords, type FieldConflicts } from "#client/forms/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { applyServerErrors, Form, SubmitButton, useUnsavedGuard } from "#ui/form/form.tsx";
import { Dialog, type DialogProps } from "#ui/overlay/dialog.tsx";

type FormDialogProps<Input extends FieldValues, Output> = Pick<DialogProps, "title" | "width" | "onClose"> & {
  form: UseFormReturn<Input, unknown, Output>;
  /** Label of the submit button. */
  action: string;
  /** Saves the validated values and closes the dialog. A refusal that it throws is shown in the form. */
  onSubmit: (values: Output) => Promise<void>;
  /** Noun for what is edited, for a refusal because it was deleted, as in "This budget". */
  thing?: string;
  /** For a form whose saves have `basedOn`. */
  conflicts?: FieldConflicts;
  /** Field with the focus at the start, its text selected; by default the dialog decides. */
  focused?: FieldPath<Input> | undefined;
  /** Something outside the form's fields was changed. */
  hasChanged?: boolean;
  /** Reason nothing can be saved now. */
  disabledReason?: string | undefined;
  /** Button before Cancel. */
  otherAction?: ReactNode;
  children: ReactNode;
};

/** A dialog around one form, with Cancel and a submit button. Asks before changes are lost, and stays open if a save fails. */
export function FormDialog<Input extends FieldValues, Output>({
  form,
  action,
  onSubmit,
  onClose,
  thing,
  conflicts,
  focused,
  hasChanged = false,
  disabledReason,
  otherAction,
  children,
  ...frame
}: FormDialogProps<Input, Output>) {
  const formId = useId();
  const { isDirty, isSubmitting } = form.formState;
  const guard = useUnsavedGuard(isDirty || hasChanged);
  const { setFocus } = form;
  useEffect(() => {
    if (focused === undefined) return undefined;
    // Waits a frame, because the dialog takes the focus first.
    const frameId = requestAnimationFrame(() => setFocus(focused, { shouldSelect: true }));
    return () => cancelAnimationFrame(frameId);
  }, [focused, setFocus]);

  return (
    <Dialog
      {...frame}
      onClose={onClose}
      guard={guard}
      footer={
        <>
          {otherAction}
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form={formId} isPending={isSubmitting} disabledReason={disabledReason}>
            {action}
          </SubmitButton>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={async (values) => {
          try {
            await onSubmit(values);
          } catch (error) {
            showRefusal(form, error, { thing, conflicts });
          }
        }}
      >
        {conflicts === undefined ? null : <ConflictPanel conflicts={conflicts} isSaving={isSubmitting} />}
        {children}
      </Form>
    </Dialog>
  );
}

type Refusal = { thing?: string | undefined; conflicts?: FieldConflicts | undefined };

/** Shows why the server refused a save: conflicts in their panel, errors on their fields. Throws other errors again. */
export function showRefusal<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  { thing, conflicts }: Refusal = {},
): void {
  if (!(error instanceof ApiError)) throw error;
  if (conflicts?.show(error) === true) return;
  const errors = error.errors ?? { save: [failureText(error)] };
  applyServerErrors(form, thing === undefined ? errors : withGoneWords(errors, thing));
}
