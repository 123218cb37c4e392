import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { useCreationKey } from "#client/data/creation-key.ts";
import { useFieldConflicts, withGoneWords } from "#client/forms/field-conflicts.tsx";
import { ApiError } from "#shared/envelope.ts";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { applyServerErrors, FormField, FormRow, useZodForm } from "#ui/form/form.tsx";
import { TextArea, TextField } from "#ui/form/text-field.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { filledLineSchema, lineSchema, textSchema } from "#shared/text/text-schemas.ts";
import type { Product } from "../contract.ts";
import { savedPictures, saveBlocker } from "../domain/picture-list.ts";
import { PicturesField } from "./pictures/pictures-field.tsx";
import { forgetProducts } from "./product-queries.ts";
import { usePictures } from "./pictures/use-pictures.ts";
import { isVisible, maxSerialNumberCharacters, tidySerialNumber } from "../domain/serial-number.ts";

type ProductDialogProps = {
  /** Null for a new product. */
  product: Product | null;
  onClose: () => void;
};

/** Creates or edits a product. Input and uploads stay until they are saved or discarded. */
export function ProductDialog({ product: given, onClose }: ProductDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  // The product as it was when the dialog opened: the basis of a save.
  const [product] = useState(given);
  const requestId = useCreationKey();
  const conflicts = useFieldConflicts();
  const pictures = usePictures(product);
  const [pictureErrors, setPictureErrors] = useState<ReadonlyMap<number, string>>(noErrors);
  const form = useZodForm(productFormSchema, {
    name: product?.name ?? "",
    serialNumber: product?.serialNumber ?? "",
    grade: product?.grade ?? "",
    description: product?.description ?? "",
  });

  async function save(fields: ProductFields) {
    setPictureErrors(noErrors);
    try {
      const productId = product?.productId ?? 0;
      const saved = await api.post("/api/SaveProduct", {
        productId,
        ...fields,
        ...savedPictures(pictures.list),
        ...(product === null ? { requestId } : { basedOn: basisOf(product) }),
        ...conflicts.takeDecided(),
      });
      toastQueue.add({ message: `Saved ${saved.name}.`, tone: "positive" });
      onClose();
      await forgetProducts(queryClient);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (conflicts.show(error)) return;
      const { onPictures, onForm } = splitErrors(error);
      setPictureErrors(onPictures);
      applyServerErrors(form, withGoneWords(onForm, "This product"));
    }
  }

  return (
    <FormDialog
      form={form}
      title={product === null ? "New Product" : "Edit Product"}
      width="budget"
      action="Save Product"
      onSubmit={save}
      onClose={onClose}
      conflicts={conflicts}
      hasChanged={pictures.hasChanged}
      disabledReason={saveBlocker(pictures.list) ?? undefined}
    >
      <FormField control={form.control} name="name">
        {(field) => <TextField label="Name" isRequired autoComplete="off" {...field} />}
      </FormField>
      <FormRow>
        <FormField control={form.control} name="serialNumber">
          {(field) => (
            <TextField
              label="Serial Number"
              isRequired
              autoComplete="off"
              description="Must be unique; capitals don’t matter"
              {...field}
            />
          )}
        </FormField>
        <FormField control={form.control} name="grade">
          {(field) => <TextField label="Grade" autoComplete="off" {...field} />}
        </FormField>
      </FormRow>
      <FormField control={form.control} name="description">
        {(field) => <TextArea label="Description" rows={4} {...field} />}
      </FormField>
      <PicturesField pictures={pictures} errors={pictureErrors} />
    </FormDialog>
  );
}

function basisOf({ name, serialNumber, grade, description, images }: Product) {
  return {
    name,
    serialNumber,
    grade,
    description,
    imageIds: images.map(({ imageId }) => imageId),
    altTexts: images.map(({ altText }) => altText),
  };
}

const noErrors: ReadonlyMap<number, string> = new Map();

/** Splits errors: those on alt texts ("altTexts.2") go to their images, all others to the form. */
function splitErrors(error: ApiError) {
  const onPictures = new Map<number, string>();
  const onForm: Record<string, string[]> = {};
  // An error without a field is shown above the form.
  for (const [key, messages] of Object.entries(error.errors ?? { save: [failureText(error)] })) {
    const place = /^altTexts\.(\d+)$/.exec(key)?.[1];
    if (place === undefined) onForm[key] = messages;
    else onPictures.set(Number(place), messages.join(" "));
  }
  return { onPictures, onForm };
}

/** Form fields of a product; the server validates the same rules (contract.ts, SaveProduct). */
const productFormSchema = z.object({
  name: filledLineSchema("Enter a name."),
  serialNumber: z
    .string()
    .overwrite(tidySerialNumber)
    .min(1, "Enter a serial number.")
    .max(maxSerialNumberCharacters, `A serial number can have up to ${maxSerialNumberCharacters} characters.`)
    .refine(isVisible, "A serial number can’t have invisible characters."),
  grade: lineSchema(),
  description: textSchema(),
});

type ProductFields = z.infer<typeof productFormSchema>;
