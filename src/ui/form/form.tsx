import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, type ReactNode } from "react";
import {
  Controller,
  useForm,
  type Control,
  type ControllerRenderProps,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { Button } from "../button.tsx";
import { Callout } from "../status/callout.tsx";
import { placeServerErrors } from "./server-errors.ts";
import styles from "./form.module.css";

export { useUnsavedGuard, type UnsavedGuard } from "./unsaved-guard.ts";

/** Where errors that belong to no field are kept in React Hook Form's state. */
const formErrorKey = "root.server";
/** Marks a form-level error that came without errors on fields: it is what gets the focus. */
const aloneType = "alone";

/**
 * A form whose values are checked by a zod schema: on leaving a field, then with every change. `Input` is what the
 * fields hold, `Output` what `onSubmit` gets.
 */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaults: DefaultValues<Input>,
): UseFormReturn<Input, unknown, Output> {
  return useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    mode: "onTouched",
    reValidateMode: "onChange",
  });
}

/**
 * Shows the errors of a refused save (API answer: key → messages): each on its field, the rest above the form. The
 * first field with an error gets the focus.
 */
export function applyServerErrors<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  errors: Readonly<Record<string, readonly string[]>>,
): void {
  const placed = placeServerErrors(Object.keys(form.getValues()), errors);
  placed.fields.forEach(({ name, message }, index) => {
    if (isFieldPath(form, name))
      form.setError(name, { type: "server", message }, { shouldFocus: index === 0 });
  });
  const type = placed.fields.length === 0 ? aloneType : "server";
  if (placed.form.length > 0) form.setError(formErrorKey, { type, message: placed.form.join("\n") });
}

function isFieldPath<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
): name is FieldPath<Input> {
  return Object.hasOwn(form.getValues(), name.split(".", 1)[0] ?? "");
}

export type FormProps<Input extends FieldValues, Output> = {
  form: UseFormReturn<Input, unknown, Output>;
  /** Gets the checked values. Call `applyServerErrors` for what the server refuses; a throw is told above the form. */
  onSubmit: (values: Output) => Promise<void> | void;
  /** Lets a submit button outside (a dialog's footer) name this form. */
  id?: string | undefined;
  children: ReactNode;
};

/** A form that checks, submits by Enter and tells what went wrong; nothing typed is lost by a failure. */
export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  id,
  children,
}: FormProps<Input, Output>) {
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const message =
        error instanceof Error && error.message ? error.message : "Saving failed. Please try again.";
      form.setError(formErrorKey, { type: aloneType, message });
    }
  });
  return (
    <form
      id={id}
      noValidate
      className={styles.form}
      aria-busy={form.formState.isSubmitting || undefined}
      onSubmit={(event) => {
        // A form inside a dialog inside a form: React hands the event on through the portal.
        event.stopPropagation();
        if (form.formState.isSubmitting) event.preventDefault();
        else void submit(event);
      }}
    >
      <FormErrors form={form} />
      {children}
    </form>
  );
}

function FormErrors<Input extends FieldValues, Output>({
  form,
}: {
  form: UseFormReturn<Input, unknown, Output>;
}) {
  const box = useRef<HTMLDivElement>(null);
  const failure = form.formState.errors.root?.["server"];
  const message = failure?.message;

  useEffect(() => {
    if (failure?.type === aloneType) box.current?.focus();
  }, [failure]);

  if (message === undefined) return null;
  const lines = message.split("\n");
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Callout tone="negative" title="Not saved">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Callout>
    </div>
  );
}

/** What a field of ours takes from the form: spread it, `<TextField label="Name" {...field} />`. */
export type BoundField<Input extends FieldValues, Name extends FieldPath<Input>> = Omit<
  ControllerRenderProps<Input, Name>,
  "disabled"
> & { errorMessage: string | undefined };

export type FormFieldProps<Input extends FieldValues, Name extends FieldPath<Input>, Output> = {
  control: Control<Input, unknown, Output>;
  name: Name;
  children: (field: BoundField<Input, Name>) => ReactNode;
};

/** Ties one field to the form: value, change, blur, name, focus and error. */
export function FormField<Input extends FieldValues, Name extends FieldPath<Input>, Output>({
  control,
  name,
  children,
}: FormFieldProps<Input, Name, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { disabled: _disabled, ...field }, fieldState }) => (
        <>{children({ ...field, errorMessage: fieldState.error?.message })}</>
      )}
    />
  );
}

/** A row of fields side by side that stacks when there is no room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** The buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

export type SubmitButtonProps = {
  children: ReactNode;
  isPending?: boolean | undefined;
  /** Why nothing can be saved now. The button is then disabled and says so. */
  disabledReason?: string | undefined;
  /** The form's id, where the button stands outside of it. */
  form?: string | undefined;
};

/** Submits the form. Never disabled without saying why. */
export function SubmitButton({ children, isPending, disabledReason, form }: SubmitButtonProps) {
  return (
    <span className={styles.submit}>
      {disabledReason === undefined ? null : <span className={styles.reason}>{disabledReason}</span>}
      <Button
        type="submit"
        variant="primary"
        form={form}
        isPending={isPending}
        disabled={disabledReason !== undefined}
      >
        {children}
      </Button>
    </span>
  );
}
