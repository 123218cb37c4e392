import { z } from "zod";
import { isPlainLine, isPlainText, tidyText } from "#shared/text/plain-text.ts";
import { isVisible, longestSerialNumber, tidySerialNumber } from "../domain/serial-number.ts";

const invisible = "Use only characters that can be seen.";

/** The fields of a product as the form checks them; the server checks the same (contract.ts, SaveProduct). */
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
    .max(longestSerialNumber, `A serial number has at most ${longestSerialNumber} characters.`)
    .refine(isVisible, `A serial number has no control characters. ${invisible}`),
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
