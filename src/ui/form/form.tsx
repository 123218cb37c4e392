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
import { ApiError } from "#shared/envelope.ts";
import { linkClassName } from "../link.tsx";
import { Callout } from "../status/callout.tsx";
import { placeServerErrors } from "./server-errors.ts";
import styles from "./form.module.css";

export { useUnsavedGuard, type UnsavedGuard } from "./unsaved-guard.ts";

/** Key of React Hook Form's state for errors that belong to no field. */
const formErrorKey = "root.server";
/** Type of a form error without errors on fields, which receives the focus. */
const aloneType = "alone";
/** Type of one about a session that has ended. */
const signedOutType = "signed out";
/** The one page that the design system knows, because any form may need it (`paths.signIn`; a constant for both costs every page). */
export const signInPath = "/sign-in";

/**
 * Creates a form whose values are validated by a zod schema: on leaving a field, then on every change. `Input` is the
 * fields' type, `Output` that of `onSubmit`.
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
 * Shows the errors of a rejected save (API errors by key), each on its field, the rest above the form. Focuses the first
 * field with an error.
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
  const type = isAboutSession(errors) ? signedOutType : placed.fields.length === 0 ? aloneType : "server";
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
  /** Receives the validated values. Call `applyServerErrors` for the server's errors; a thrown error is shown above the form. */
  onSubmit: (values: Output) => Promise<void> | void;
  /** Id for a submit button outside the form, such as in a dialog's footer. */
  id?: string | undefined;
  children: ReactNode;
};

/** A form that validates, submits on Enter, and shows errors; a failure never loses input. */
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
      const message = error instanceof Error && error.message ? error.message : "Couldn’t save. Try again.";
      const isSignedOut = error instanceof ApiError && isAboutSession(error.errors ?? {});
      form.setError(formErrorKey, { type: isSignedOut ? signedOutType : aloneType, message });
    }
  });
  return (
    <form
      id={id}
      noValidate
      className={styles.form}
      aria-busy={form.formState.isSubmitting || undefined}
      onSubmit={(event) => {
        // For a form in a dialog in a form: React propagates the event through the portal.
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

function isAboutSession(errors: Readonly<Record<string, readonly string[]>>): boolean {
  return "SIGN_IN_REQUIRED" in errors;
}

/** Link to sign in again without leaving the form, which can then be saved. */
export function SignInElsewhere() {
  return (
    <a href={`${signInPath}?again`} target="_blank" rel="noopener" className={linkClassName()}>
      Sign in in a new tab
    </a>
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
    if (failure?.type === aloneType || failure?.type === signedOutType) box.current?.focus();
  }, [failure]);

  if (message === undefined) return null;
  const lines = message.split("\n");
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Callout
        tone="negative"
        title="Not saved"
        action={failure?.type === signedOutType ? <SignInElsewhere /> : undefined}
      >
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Callout>
    </div>
  );
}

/** Properties that a field takes from the form; spread them: `<TextField label="Name" {...field} />`. */
export type BoundField<Input extends FieldValues, Name extends FieldPath<Input>> = Omit<
  ControllerRenderProps<Input, Name>,
  "disabled"
> & { errorMessage: string | undefined };

export type FormFieldProps<Input extends FieldValues, Name extends FieldPath<Input>, Output> = {
  control: Control<Input, unknown, Output>;
  name: Name;
  children: (field: BoundField<Input, Name>) => ReactNode;
};

/** Connects a field to the form: value, change, blur, name, focus, and its error once it was left or the form was submitted. */
export function FormField<Input extends FieldValues, Name extends FieldPath<Input>, Output>({
  control,
  name,
  children,
}: FormFieldProps<Input, Name, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { disabled: _disabled, ...field }, fieldState: { error, isTouched }, formState }) => (
        // Adding a row to a list validates all of its rows.
        <>
          {children({
            ...field,
            errorMessage: isTouched || formState.isSubmitted ? error?.message : undefined,
          })}
        </>
      )}
    />
  );
}

/** A row of fields that stack if there isn't enough room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export type SubmitButtonProps = {
  children: ReactNode;
  isPending?: boolean | undefined;
  /** Reason nothing can be saved now; disables the button and is shown by it. */
  disabledReason?: string | undefined;
  /** Id of the form, if the button is outside it. */
  form?: string | undefined;
};

/** Submit button. It is never disabled without a reason. */
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
