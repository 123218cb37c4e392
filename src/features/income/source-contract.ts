import { z } from "zod";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, isoCurrencyCodeSchema } from "#shared/finance-shapes.ts";
import { filledLineSchema, textSchema } from "#shared/text/text-schemas.ts";
import {
  dayOfMonthSchema,
  daySchema,
  directionSchema,
  incomeSourceBasisSchema,
  incomeSourceTypeSchema,
  graceDaysSchema,
  monthSchema,
  rhythmSchema,
  unitsSchema,
} from "./domain/income-shapes.ts";
import { hasTwoDays, twoDaysWords } from "./domain/rhythm.ts";

const twoDays = z.object({
  dayOfMonthDue: dayOfMonthSchema.default(15),
  secondDay: dayOfMonthSchema.nullish(),
});

const dates = z.object({ startDate: daySchema, endDate: daySchema.nullish() });

/** Input of SaveIncomeSource (docs/reference/http-api.md, "Income"). */
export const saveIncomeSourceInput = z
  .object({
    incomeSourceId: z.int32().nonnegative().meta({ description: "0 for a new source." }),
    institutionAccessItemId: bodyIdSchema,
    name: filledLineSchema("Enter a name."),
    description: textSchema("Enter a description.").nullish(),
    startDate: daySchema,
    endDate: daySchema.nullish().meta({ description: "The last possible due date; null for no end." }),
    amountDue: unitsSchema,
    dayOfMonthDue: dayOfMonthSchema.default(15),
    incomeSourceType: incomeSourceTypeSchema,
    expectedPaymentMemos: z
      .array(filledLineSchema("Enter a memo."))
      .max(20, "Use at most 20 memos.")
      .default([])
      .meta({ description: "Memos expected on payments, which suggestions look for." }),
    isExisting: z.boolean().optional(),
    direction: directionSchema
      .optional()
      .meta({ description: "`in`, the default, for income, `out` for a bill. Can't be changed later." }),
    rhythm: rhythmSchema.optional().meta({
      description:
        "`monthly` for a new source; otherwise, as all that is left out here, it stays as it is. Weeks, quarters, and years count from `startDate`, the first due date of weeks; quarters and years are due on `dayOfMonthDue`.",
    }),
    secondDay: dayOfMonthSchema.nullish().meta({ description: "For `twiceAMonth`: after `dayOfMonthDue`." }),
    dueDates: z
      .array(daySchema)
      .max(100, "Use at most 100 dates.")
      .optional()
      .meta({ description: "Every due date of an `irregular` source." }),
    isAbout: z.boolean().optional().meta({
      description: "True if the amount varies: at least half of the expected amount pays it.",
    }),
    graceDays: graceDaysSchema.optional().meta({ description: "Days after the due date before it's late." }),
    isoCurrencyCode: isoCurrencyCodeSchema
      .optional()
      .meta({ description: "Of a new source; defaults to `USD`. Can't be changed later." }),
    effectiveFrom: monthSchema.optional().meta({
      description:
        "The month from which a changed amount or day applies; defaults to the current one. Earlier months don't change. Use the source's first month to fix a typo everywhere.",
    }),
    requestId: z.uuid().optional().meta({
      description: "For a new source: sent twice with the same ID, one is created, with the latest values.",
    }),
    ...basedOnShape(incomeSourceBasisSchema),
  })
  .refine(({ startDate, endDate }) => (endDate ?? startDate) >= startDate, {
    path: ["endDate"],
    error: "Choose an end date on or after the start date.",
    // Runs even if other fields are invalid, so all problems are reported at once.
    when: ({ value }) => dates.safeParse(value).success,
  })
  .refine((input) => input.rhythm !== "twiceAMonth" || hasTwoDays(input), {
    path: ["secondDay"],
    error: twoDaysWords,
    when: ({ value }) => twoDays.safeParse(value).success,
  });
