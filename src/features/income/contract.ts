import { z } from "zod";
import { defineGet, definePost, fileSchema } from "#shared/endpoint.ts";
import { expectedCalls } from "./expected-contract.ts";
import { lineSchema } from "#shared/text/text-schemas.ts";
import { saveIncomeSourceInput } from "./source-contract.ts";
import { bodyIdSchema, idSchema } from "#shared/finance-shapes.ts";
import {
  daySchema,
  firstYear,
  incomeReminderSchema,
  incomeSourceListItemSchema,
  incomeSourceSchema,
  lastYear,
  monthEntrySchema,
  monthFiguresShape,
  monthSchema,
  paymentSchema,
  rangeSchema,
  rentRollSchema,
  suggestionSchema,
  totalsShape,
  unitsSchema,
  yearWords,
} from "./domain/income-shapes.ts";

export type {
  DetectedSourceView,
  ExpectedPeriod,
  IncomeMonthEntry,
  IncomePaymentView,
  IncomeReminder,
  IncomeSourceListItem,
  IncomeSourceView,
  IncomeSuggestion,
  RentRollCell,
} from "./domain/income-shapes.ts";

/** Returns the schema of a whole number in a query. */
const queryRange = (from: number, to: number, message: string) =>
  z.coerce.number(message).pipe(rangeSchema(from, to, message));

const bankInput = { institutionAccessItemId: idSchema };

const rentRollInput = z.object({
  ...bankInput,
  from: monthSchema
    .optional()
    .meta({ description: "The first of twelve months; defaults to January of this year." }),
});

const isOfOneKind = z.object({ isManualAdjustment: z.boolean(), transactionId: bodyIdSchema.nullable() });

const saveIncomePaymentInput = z
  .object({
    incomePaymentId: z.int32().nonnegative().meta({ description: "0 for a new payment." }),
    transactionId: bodyIdSchema.nullable().default(null),
    incomeSourceId: bodyIdSchema,
    paymentDate: daySchema.nullish().meta({
      description: "Defaults to the day the transaction was authorized, or its date; for cash, to today.",
    }),
    amount: unitsSchema,
    paymentMemo: lineSchema("Enter a memo.")
      .nullish()
      .meta({ description: "Defaults to the transaction's name." }),
    isManualAdjustment: z
      .boolean()
      .default(false)
      .meta({ description: "True for cash and similar payments, which have no transaction." }),
    creditedMonth: monthSchema
      .optional()
      .meta({ description: "The month it is credited to; defaults to the month of the payment date." }),
    dueDate: daySchema.optional().meta({
      description:
        "For a rhythm other than monthly, the due date that it pays; defaults to the one nearest to the payment date.",
    }),
    requestId: z.uuid("Enter a UUID.").optional().meta({
      description:
        "For a new payment: sent twice with the same ID, one is created, with the latest values. Without an ID, the same cash payment sent twice within ten seconds creates one.",
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
  ...expectedCalls,
  getIncomeSource: defineGet("/api/GetIncomeSource", "finance", {
    summary: "Returns an income source with the amount due in the current month and all terms.",
    input: z.object({ incomeSourceId: idSchema }),
    output: incomeSourceSchema,
  }),
  getIncomeSources: defineGet("/api/GetIncomeSources", "finance", {
    summary:
      "Returns what is due, paid, and overdue in a month at one bank. Totals cover sources in `isoCurrencyCode`; other currencies are listed separately. A source that isn't active in the month is listed only if a payment is credited to it.",
    input: z
      .object({
        ...bankInput,
        month: queryRange(1, 12, "Choose a month from 1 to 12.").optional(),
        year: queryRange(firstYear, lastYear, yearWords).optional(),
      })
      .refine(({ month: number, year }) => (number === undefined) === (year === undefined), {
        path: ["year"],
        error: "Enter both month and year, or neither for the current month.",
      }),
    output: z.object({
      incomeSources: z.array(incomeSourceListItemSchema),
      isoCurrencyCode: z.string(),
      totalDue: z.number(),
      totalPaid: z.number(),
      totalOverdue: z.number(),
      allOverdue: z
        .number()
        .meta({ description: "Overdue in all months up to today, unlike `totalOverdue`." }),
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
  saveIncomeSource: definePost("/api/SaveIncomeSource", "finance", {
    summary:
      "Creates or changes an income source. A changed amount or day applies from `effectiveFrom` on, replacing later terms; otherwise terms stay as they are. With `basedOn`, changes made elsewhere are kept, or refused with 409 where this call changes the same field.",
    changes: ["income"],
    input: saveIncomeSourceInput,
    output: incomeSourceSchema,
  }),
  saveIncomePayment: definePost("/api/SaveIncomePayment", "finance", {
    summary:
      "Links a transaction to a source, or records cash. With an ID, changes that payment's source, date, memo, month, and (for cash) amount. Only money received in a deposit account of the person, in the source's currency, can be linked; to a bill, only money spent from any account. The amount, positive also for a bill, must be the transaction's. 409 `transactionId` if the transaction already pays a source, with that payment as `data`.",
    changes: ["income"],
    input: saveIncomePaymentInput,
    output: z.object({ incomePaymentId: z.int(), creditedMonth: z.string() }),
  }),
  deleteIncomeSource: definePost("/api/DeleteIncomeSource", "finance", {
    summary:
      "Deletes a source and unlinks its payments; the transactions stay. It can be restored for 24 hours. Idempotent.",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema }),
  }),
  restoreIncomeSource: definePost("/api/RestoreIncomeSource", "finance", {
    summary:
      "Restores a source deleted in the last 24 hours, with those of its payments whose transactions still exist and are free. Idempotent.",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema }),
    output: z.object({ incomeSource: incomeSourceSchema, restoredPayments: z.int(), lostPayments: z.int() }),
  }),
  deleteIncomePayment: definePost("/api/DeleteIncomePayment", "finance", {
    summary:
      "Unlinks a payment from its source; the transaction stays. It can be restored for 24 hours. Idempotent.",
    changes: ["income"],
    input: z.object({ incomePaymentId: bodyIdSchema }),
  }),
  restoreIncomePayment: definePost("/api/RestoreIncomePayment", "finance", {
    summary:
      "Restores a payment unlinked in the last 24 hours. 409 `transactionId` if its transaction now pays a source; 404 if the transaction or the source is gone.",
    changes: ["income"],
    input: z.object({ incomePaymentId: bodyIdSchema }),
    output: z.object({ incomePaymentId: z.int() }),
  }),
  moveIncomePayment: definePost("/api/MoveIncomePayment", "finance", {
    summary:
      "Credits a payment to another month, such as rent paid on the 28th for the next month, or to another due date.",
    changes: ["income"],
    input: z.object({
      incomePaymentId: bodyIdSchema,
      month: monthSchema,
      dueDate: daySchema.optional().meta({ description: "For a rhythm other than monthly, the due date." }),
    }),
    output: z.object({ incomePaymentId: z.int(), creditedMonth: z.string() }),
  }),
  getIncomeSuggestions: defineGet("/api/GetIncomeSuggestions", "finance", {
    summary:
      "Suggests likely payments for unpaid months and due dates, best match first, at most three for each: for income at a bank, or a bill there with its `incomeSourceId`, or without a bank for all income and bills. Without `month`, covers the unpaid months of the last two years, of all banks of the last two months, and the next month. Nothing is linked until SaveIncomePayment is called with the month as `creditedMonth`.",
    input: z.object({
      institutionAccessItemId: idSchema.optional(),
      month: monthSchema.optional(),
      incomeSourceId: idSchema.optional(),
    }),
    output: z.object({
      months: z.array(
        z.object({
          incomeSourceId: z.int(),
          incomeSourceName: z.string(),
          month: z.string(),
          /** The month, or for a rhythm other than monthly the due date. */
          period: z.string(),
          text: z.string(),
          dueDate: z.string(),
          due: z.number(),
          paid: z.number(),
          outstanding: z.number(),
          isoCurrencyCode: z.string(),
          suggestions: z.array(suggestionSchema),
        }),
      ),
      suggestionCount: z.int().meta({ description: "Number of distinct transactions suggested." }),
    }),
  }),
  dismissIncomeSuggestion: definePost("/api/DismissIncomeSuggestion", "finance", {
    summary: "Stops suggesting a transaction for a source. Idempotent.",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema, transactionId: bodyIdSchema }),
  }),
  undismissIncomeSuggestion: definePost("/api/UndismissIncomeSuggestion", "finance", {
    summary: "Allows a transaction to be suggested for a source again. Idempotent.",
    changes: ["income"],
    input: z.object({ incomeSourceId: bodyIdSchema, transactionId: bodyIdSchema }),
  }),
  getRentRoll: defineGet("/api/GetRentRoll", "finance", {
    summary:
      "Returns sources by twelve months: status and payments per cell, totals by row and column. Column and grand totals cover sources in `isoCurrencyCode`; other currencies are listed separately.",
    input: rentRollInput,
    output: rentRollSchema,
  }),
  exportRentRoll: defineGet("/api/ExportRentRoll", "finance", {
    summary: "Returns the rent roll as a CSV file, with the query of GetRentRoll.",
    input: rentRollInput,
    output: fileSchema,
    fileTypes: ["text/csv"],
  }),
  getIncomePaymentHistory: defineGet("/api/GetIncomePaymentHistory", "finance", {
    summary: "Returns a source month by month, newest first, with its payments and their transactions.",
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
  getIncomeByMonth: defineGet("/api/GetIncomeByMonth", "finance", {
    summary:
      "Returns amounts due and paid by month at one bank, oldest first; by default, the twelve months up to the current one. Sums cover sources in `isoCurrencyCode`.",
    input: z.object({
      ...bankInput,
      from: monthSchema.optional(),
      months: queryRange(1, 36, "Choose from 1 to 36 months.").default(12),
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
  getIncomeReminders: defineGet("/api/GetIncomeReminders", "finance", {
    summary:
      "Returns what is overdue, or due within 5 days, at all linked banks, oldest due date first. An overdue source is listed once for all its months.",
    output: z.object({ reminders: z.array(incomeReminderSchema) }),
  }),
  getCalendarFeed: defineGet("/api/GetCalendarFeed", "finance", {
    summary:
      "Returns when the calendar feed was created, or null. Its address is shown only once and isn't stored.",
    sharing: "owner",
    output: z.object({ calendarFeed: z.object({ createdAt: z.string() }).nullable() }),
  }),
  createCalendarFeed: definePost("/api/CreateCalendarFeed", "finance", {
    summary:
      "Creates the address of a calendar of due dates, which is shown only once. Anyone with it can read the calendar. A previous address stops working.",
    sharing: "owner",
    changes: ["income"],
    output: z.object({ url: z.string(), createdAt: z.string() }),
  }),
  revokeCalendarFeed: definePost("/api/RevokeCalendarFeed", "finance", {
    summary: "Revokes the calendar feed; its address then returns 404. Idempotent.",
    sharing: "owner",
    changes: ["income"],
  }),
};
