import { z } from "zod";
import { isPlainLine, isPlainText, tidyText } from "#shared/text/plain-text.ts";
import { isVisible, maxSerialNumberCharacters, tidySerialNumber } from "../domain/serial-number.ts";

const invisible = "Use only visible characters.";

/** Form fields of a product; the server validates the same rules (contract.ts, SaveProduct). */
export const productFormSchema = z.object({
  name: z
    .string()
    .overwrite(tidyText)
    .min(1, "Enter a name.")
    .max(200, "Use at most 200 characters.")
    .refine(isPlainLine, invisible),
  serialNumber: z
    .string()
    .overwrite(tidySerialNumber)
    .min(1, "Enter a serial number.")
    .max(maxSerialNumberCharacters, `A serial number can have up to ${maxSerialNumberCharacters} characters.`)
    .refine(isVisible, "A serial number can’t have invisible characters."),
  grade: z
    .string()
    .overwrite(tidyText)
    .max(200, "Use at most 200 characters.")
    .refine(isPlainLine, invisible),
  description: z
    .string()
    .overwrite(tidyText)
    .max(5000, "Use at most 5,000 characters.")
    .refine(isPlainText, invisible),
});

export type ProductFields = z.infer<typeof productFormSchema>;
