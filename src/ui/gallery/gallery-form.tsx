import { useState } from "react";
import { z } from "zod";
import { Button } from "../button.tsx";
import { DateField } from "../date/date-field.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import {
  applyServerErrors,
  Form,
  FormField,
  FormRow,
  SubmitButton,
  useUnsavedGuard,
  useZodForm,
} from "../form/form.tsx";
import { MoneyField } from "../form/money-field.tsx";
import { Select } from "../choice/select.tsx";
import { TextField } from "../form/text-field.tsx";
import { incomeTypes } from "./gallery-samples.ts";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-fields.module.css";

const sourceSchema = z.object({
  sourceName: z.string().trim().min(1, "Enter a name.").max(40, "Use at most 40 characters."),
  amountDue: z.number("Enter an amount.").int(),
  firstDue: z.string("Choose a date."),
  sourceType: z.enum(["Rent", "Loan", "Other"], "Choose a type."),
});

type SourceInput = {
  sourceName: string;
  amountDue: number | null;
  firstDue: string | null;
  sourceType: "Rent" | "Loan" | "Other" | null;
};

const noSource: SourceInput = { sourceName: "", amountDue: null, firstDue: null, sourceType: null };
const inputSchema: z.ZodType<z.output<typeof sourceSchema>, SourceInput> = z
  .custom<SourceInput>()
  .pipe(sourceSchema);

/** Simulates a server: the name "taken" is rejected on the field and the form, "broken" fails altogether. */
async function save(name: string): Promise<Record<string, string[]> | null> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (name === "broken") throw new Error("Couldn’t reach the server.");
  if (name === "taken")
    return { sourceName: ["This name is already taken."], quota: ["You already have 50 sources."] };
  return null;
}

function useSourceForm() {
  return useZodForm(inputSchema, noSource);
}

function SourceFields({ form }: { form: ReturnType<typeof useSourceForm> }) {
  return (
    <>
      <FormField control={form.control} name="sourceName">
        {(field) => <TextField label="Source name" isRequired {...field} />}
      </FormField>
      <FormRow>
        <FormField control={form.control} name="amountDue">
          {(field) => <MoneyField label="Monthly amount" isRequired {...field} />}
        </FormField>
        <FormField control={form.control} name="firstDue">
          {(field) => <DateField label="First due on" isRequired {...field} />}
        </FormField>
      </FormRow>
      <FormField control={form.control} name="sourceType">
        {(field) => <Select label="Source type" isRequired options={incomeTypes} {...field} />}
      </FormField>
    </>
  );
}

/** A form on the page, and the same form in a dialog that asks before it discards input. */
export function FormGallery() {
  const form = useSourceForm();
  const [saved, setSaved] = useState("Nothing saved yet.");
  const [isOpen, setOpen] = useState(false);
  return (
    <GallerySection title="Form" note="The names “taken” and “broken” show a rejected and a failed save.">
      <div className={styles.formSheet}>
        <Form
          form={form}
          onSubmit={async (values) => {
            const errors = await save(values.sourceName);
            if (errors) applyServerErrors(form, errors);
            else
              setSaved(`Saved ${values.sourceName} for ${values.amountDue} cents from ${values.firstDue}.`);
          }}
        >
          <SourceFields form={form} />
          <SubmitButton isPending={form.formState.isSubmitting}>Save source</SubmitButton>
        </Form>
        <p className={styles.muted} data-testid="form-result">
          {saved}
        </p>
        <div className={styles.buttons}>
          <SubmitButton disabledReason="Choose a category and at least one row.">
            Save categories
          </SubmitButton>
          <Button onClick={() => setOpen(true)}>New source…</Button>
        </div>
        {isOpen ? <SourceDialog onClose={() => setOpen(false)} /> : null}
      </div>
    </GallerySection>
  );
}

function SourceDialog({ onClose }: { onClose: () => void }) {
  const form = useSourceForm();
  const guard = useUnsavedGuard(form.formState.isDirty);
  return (
    <Dialog
      onClose={onClose}
      guard={guard}
      title="New Revenue Source"
      width="budget"
      footer={
        <>
          <Button onClick={() => guard.request(onClose)}>Cancel</Button>
          <SubmitButton form="gallery-source-form" isPending={form.formState.isSubmitting}>
            Save
          </SubmitButton>
        </>
      }
    >
      <Form
        id="gallery-source-form"
        form={form}
        onSubmit={async (values) => {
          const errors = await save(values.sourceName);
          if (errors) applyServerErrors(form, errors);
          else onClose();
        }}
      >
        <SourceFields form={form} />
      </Form>
    </Dialog>
  );
}
