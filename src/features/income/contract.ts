import { z } from "zod";
import { defineEndpoint } from "#shared/endpoint.ts";
import { basedOnShape } from "#shared/field-merge.ts";
import { bodyIdSchema, idSchema, isoCurrencyCodeSchema } from "#shared/finance-shapes.ts";
import {
  dayOfMonthSchema,
  daySchema,
  descriptionSchema,
  firstYear,
  incomeReminderSchema,
  incomeSourceBasisSchema,
  incomeSourceListItemSchema,
  incomeSourceSchema,
  incomeSourceTypeSchema,
  lastYear,
  lineSchema,
  monthEntrySchema,
  monthFiguresShape,
  monthSchema,
  paymentSchema,
  rentRollSchema,
  suggestionSchema,
  totalsShape,
  unitsSchema,
  yearWords,
} from "./domain/income-shapes.ts";

export type {
  IncomeMonthEntry,
  IncomePaymentView,
  IncomeReminder,
  IncomeSourceListItem,
  IncomeSourceView,
  IncomeSuggestion,
  RentRollCell,
} from "./domain/income-shapes.ts";

const ofInstitution = { institutionAccessItemId: idSchema };

const rentRollInput = z.object({
  ...ofInstitution,
  from: monthSchema
    .optional()
    .meta({ description: "The first of twelve months; left out, January of this year." }),
});

/** `GET`, a file and no call: the rent roll as CSV, for whoever may call GetRentRoll. */
export const rentRollExport = { path: "/api/ExportRentRoll", input: rentRollInput } as const;

const dates = z.object({ startDate: daySchema, endDate: daySchema.nullish() });

const saveIncomeSourceInput = z
  .object({
    incomeSourceId: z.int32().nonnegative().meta({ description: "0 for a new source." }),
    institutionAccessItemId: bodyIdSchema,
    name: lineSchema("Enter a name.").min(1, "Enter a name."),
    description: descriptionSchema.nullish(),
    startDate: daySchema,
    endDate: daySchema
      .nullish()
      .meta({ description: "The last day on which something may be due; null for none." }),
    amountDue: unitsSchema,
    dayOfMonthDue: dayOfMonthSchema.default(15),
    incomeSourceType: incomeSourceTypeSchema,
    expectedPaymentMemos: z
      .array(lineSchema("Enter text.").min(1, "Enter text."))
      .max(20, "Give at most 20 texts.")
      .default([])
      .meta({ description: "Texts that payments are expected to carry: suggestions look for them." }),
    isExisting: z.boolean().optional(),
    isoCurrencyCode: isoCurrencyCodeSchema
      .optional()
      .meta({ description: "Of a new source, `USD` unless said; that of an existing one cannot change." }),
    effectiveFrom: monthSchema.optional().meta({
      description:
        "From which month on a changed amount or day counts, the current one unless said; earlier months keep theirs. The source's first month mends a typo everywhere.",
    }),
    requestId: z.uuid().optional().meta({
      description: "Of a new source: sent twice with the same id, one is made, and it is what was sent last.",
    }),
    ...basedOnShape(incomeSourceBasisSchema),
  })
  .refine(({ startDate, endDate }) => (endDate ?? startDate) >= startDate, {
    path: ["endDate"],
    error: "Choose an end that is not before the start.",
    // Also where another field is wrong: every problem is told at once.
    when: ({ value }) => dates.safeParse(value).success,
  });

const isOfOneKind = z.object({ isManualAdjustment: z.boolean(), transactionId: bodyIdSchema.nullable() });

const saveIncomePaymentInput = z
  .object({
    incomePaymentId: z.int32().nonnegative().meta({ description: "0 for a new payment." }),
    transactionId: bodyIdSchema.nullable().default(null),
    incomeSourceId: bodyIdSchema,
    paymentDate: daySchema.nullish().meta({
      description: "The day the transaction was authorized, else its date, unless said; of cash, today.",
    }),
    amount: unitsSchema,
    paymentMemo: lineSchema("Enter text.")
      .nullish()
      .meta({ description: "The transaction's name unless said." }),
    isManualAdjustment: z
      .boolean()
      .default(false)
      .meta({ description: "Cash and the like: no transaction, an amount of its own." }),
    creditedMonth: monthSchema
      .optional()
      .meta({ description: "The month that it pays, that of the payment date unless said." }),
    requestId: z.uuid("Enter a UUID.").optional().meta({
      description:
        "Of a new payment: sent twice with the same id, one is made, and it is what was sent last. Cash without an id that is sent twice within ten seconds is one.",
    }),
  })
  .refine(({ transactionId, isManualAdjustment }) => isManualAdjustment === (transactionId === null), {
    path: ["transactionId"],
    error: ({ input }) =>
      isOfOneKind.safeParse(input).data?.isManualAdjustment === true
        ? "A manual adjustment has no transaction."
        : "Choose a transaction.",
    when: ({ value }) => isOfOneKind.safeParse(value).success,
  });

export const incomeContract = {
  getIncomeSource: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomeSource",
    summary: "An income source, with what is due in the current month and every term",
    auth: "finance",
    input: z.object({ incomeSourceId: idSchema }),
    output: incomeSourceSchema,
  }),
  getIncomeSources: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomeSources",
    summary:
      "What is due, paid and late in a month at one institution. Totals are of sources in `isoCurrencyCode`, those of other currencies stand apart. A source that is not active in the month is listed only if a payment is credited to it.",
    auth: "finance",
    input: z
      .object({
        ...ofInstitution,
        month: z.coerce
          .number("Choose a month from 1 to 12.")
          .pipe(
            z
              .int("Choose a month from 1 to 12.")
              .min(1, "Choose a month from 1 to 12.")
              .max(12, "Choose a month from 1 to 12."),
          )
          .optional(),
        year: z.coerce
          .number(yearWords)
          .pipe(z.int(yearWords).min(firstYear, yearWords).max(lastYear, yearWords))
          .optional(),
      })
      .refine(({ month: number, year }) => (number === undefined) === (year === undefined), {
        path: ["year"],
        error: "Give month and year together, or neither for the current month.",
      }),
    output: z.object({
      incomeSources: z.array(incomeSourceListItemSchema),
      isoCurrencyCode: z.string(),
      totalDue: z.number(),
      totalPaid: z.number(),
      totalOverdue: z.number(),
      otherCurrencies: z.array(
        z.object({
          isoCurrencyCode: z.string(),
          count: z.int(),
          totalDue: z.number(),
          totalPaid: z.number(),
          totalOverdue: z.number(),
        }),
      ),
      nextDueDate: z.string().meta({ description: "`0001-01-01` when nothing is due." }),
      monthlyTimeline: monthEntrySchema,
      monthlyTimelineList: z.array(monthEntrySchema),
    }),
  }),
  saveIncomeSource: defineEndpoint({
    method: "POST",
    path: "/api/SaveIncomeSource",
    summary:
      "Makes or changes an income source. A changed amount or day counts from `effectiveFrom` on, in every later month as well; without a change of them, terms stay as they are. With `basedOn`, what was changed elsewhere since is kept or, where this call changes it too, refused with 409.",
    auth: "finance",
    changes: ["income"],
    input: saveIncomeSourceInput,
    output: incomeSourceSchema,
  }),
  saveIncomePayment: defineEndpoint({
    method: "POST",
    path: "/api/SaveIncomePayment",
    summary:
      "Links a transaction to a source, or records cash; with an id, changes that payment's source, date, memo, month and, of cash, amount. Only money that came in on a deposit account of the source's institution, in its currency, can be linked, and its amount must be the transaction's. 409 `transactionId` where the transaction pays a source already, with that payment as `data`.",
    auth: "finance",
    changes: ["income"],
    input: saveIncomePaymentInput,
    output: z.object({ incomePaymentId: z.int(), creditedMonth: z.string() }),
  }),
  deleteIncomeSource: defineEndpoint({
    method: "POST",
    path: "/api/DeleteIncomeSource",
    summary:
      "Takes a source away and unlinks its payments; the transactions stay. For 24 hours it can be restored. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema }),
    output: z.object({}),
  }),
  restoreIncomeSource: defineEndpoint({
    method: "POST",
    path: "/api/RestoreIncomeSource",
    summary:
      "Brings back, within 24 hours, a deleted source with the payments that were unlinked with it, as far as their transactions are still there and free. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema }),
    output: z.object({ incomeSource: incomeSourceSchema, restoredPayments: z.int(), lostPayments: z.int() }),
  }),
  deleteIncomePayment: defineEndpoint({
    method: "POST",
    path: "/api/DeleteIncomePayment",
    summary:
      "Unlinks a payment from its source; the transaction stays. For 24 hours it can be restored. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomePaymentId: bodyIdSchema }),
    output: z.object({}),
  }),
  restoreIncomePayment: defineEndpoint({
    method: "POST",
    path: "/api/RestoreIncomePayment",
    summary:
      "Links again, within 24 hours, a payment that was unlinked. 409 `transactionId` where its transaction pays a source by now; 404 where the transaction or the source is gone.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomePaymentId: bodyIdSchema }),
    output: z.object({ incomePaymentId: z.int() }),
  }),
  moveIncomePayment: defineEndpoint({
    method: "POST",
    path: "/api/MoveIncomePayment",
    summary: "Credits a payment to another month, such as a rent paid on the 28th for the next one.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomePaymentId: bodyIdSchema, month: monthSchema }),
    output: z.object({ incomePaymentId: z.int(), creditedMonth: z.string() }),
  }),
  getIncomeSuggestions: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomeSuggestions",
    summary:
      "Transactions that are likely payments of unpaid months, the likeliest first: at most three for each source and month. Without `month`, of all unpaid months of the last two years and the next month. Nothing is linked until SaveIncomePayment is called with the month as `creditedMonth`.",
    auth: "finance",
    input: z.object({ ...ofInstitution, month: monthSchema.optional(), incomeSourceId: idSchema.optional() }),
    output: z.object({
      months: z.array(
        z.object({
          incomeSourceId: z.int(),
          incomeSourceName: z.string(),
          month: z.string(),
          text: z.string(),
          dueDate: z.string(),
          due: z.number(),
          paid: z.number(),
          outstanding: z.number(),
          isoCurrencyCode: z.string(),
          suggestions: z.array(suggestionSchema),
        }),
      ),
      suggestionCount: z.int().meta({ description: "Different transactions that are suggested." }),
    }),
  }),
  dismissIncomeSuggestion: defineEndpoint({
    method: "POST",
    path: "/api/DismissIncomeSuggestion",
    summary: "Has a transaction never suggested again for a source. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema, transactionId: bodyIdSchema }),
    output: z.object({}),
  }),
  undismissIncomeSuggestion: defineEndpoint({
    method: "POST",
    path: "/api/UndismissIncomeSuggestion",
    summary: "Lets a transaction be suggested for a source again. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema, transactionId: bodyIdSchema }),
    output: z.object({}),
  }),
  getRentRoll: defineEndpoint({
    method: "GET",
    path: "/api/GetRentRoll",
    summary:
      "Sources by twelve months, each cell with its status and payments, totals by row and column; the same as CSV at /api/ExportRentRoll. Totals of columns and the whole are of sources in `isoCurrencyCode`, those of other currencies stand apart.",
    auth: "finance",
    input: rentRollInput,
    output: rentRollSchema,
  }),
  getIncomePaymentHistory: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomePaymentHistory",
    summary: "A source month by month, newest first, with each payment and the transaction behind it",
    auth: "finance",
    input: z.object({ incomeSourceId: idSchema }),
    output: z.object({
      incomeSource: incomeSourceSchema,
      months: z.array(
        z.object({
          text: z.string(),
          month: z.string(),
          ...monthFiguresShape,
          payments: z.array(paymentSchema),
        }),
      ),
      paidTotal: z.number(),
    }),
  }),
  getIncomeByMonth: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomeByMonth",
    summary:
      "What was due and what was paid in each month at one institution, oldest first; twelve months that end with the current one unless said. Sums are of sources in `isoCurrencyCode`.",
    auth: "finance",
    input: z.object({
      ...ofInstitution,
      from: monthSchema.optional(),
      months: z.coerce
        .number("Choose from 1 to 36 months.")
        .pipe(
          z
            .int("Choose from 1 to 36 months.")
            .min(1, "Choose from 1 to 36 months.")
            .max(36, "Choose from 1 to 36 months."),
        )
        .default(12),
    }),
    output: z.object({
      isoCurrencyCode: z.string(),
      months: z.array(z.object({ month: z.string(), text: z.string(), ...totalsShape })),
      otherCurrencies: z.array(
        z.object({
          isoCurrencyCode: z.string(),
          count: z.int(),
          months: z.array(z.object({ month: z.string(), ...totalsShape })),
        }),
      ),
    }),
  }),
  getIncomeReminders: defineEndpoint({
    method: "GET",
    path: "/api/GetIncomeReminders",
    summary:
      "What is overdue, or due within 5 days, at all linked institutions: an overdue source once with all its months, the oldest due date first",
    auth: "finance",
    input: z.object({}),
    output: z.object({ reminders: z.array(incomeReminderSchema) }),
  }),
  getCalendarFeed: defineEndpoint({
    method: "GET",
    path: "/api/GetCalendarFeed",
    summary:
      "Whether there is a calendar feed, and since when; its address was shown once and is not known here",
    auth: "finance",
    input: z.object({}),
    output: z.object({ calendarFeed: z.object({ createdAt: z.string() }).nullable() }),
  }),
  createCalendarFeed: defineEndpoint({
    method: "POST",
    path: "/api/CreateCalendarFeed",
    summary:
      "Makes the address of a calendar of due dates, which is shown this once; whoever has it reads the calendar. An earlier address stops working.",
    auth: "finance",
    changes: ["income"],
    input: z.object({}),
    output: z.object({ url: z.string(), createdAt: z.string() }),
  }),
  revokeCalendarFeed: defineEndpoint({
    method: "POST",
    path: "/api/RevokeCalendarFeed",
    summary: "Ends the calendar feed: its address answers 404. Doing it twice is not an error.",
    auth: "finance",
    changes: ["income"],
    input: z.object({}),
    output: z.object({}),
  }),
};
