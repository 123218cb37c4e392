import { z } from "zod";

/** Returns a transform of a schema that refuses an empty field: `z.string().nullable().transform(required("Enter a date."))`. */
export function required(message: string) {
  return <Value>(value: Value | null, context: z.RefinementCtx): Value => {
    if (value !== null) return value;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
}
