import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { billBlocksSchema, billIndexStateSchema, billListItemSchema } from "./domain/bill-shapes.ts";
import { acceptedBillTypes, acceptedCongresses, billTypes, readBillType } from "./domain/bill-types.ts";

const count = z.int().nonnegative();
const billKey = z.object({ congress: z.int(), billType: z.enum(billTypes), billNumber: z.string() });

/** Parses a text parameter. An empty one counts as unset, because a GET form sends all of its fields. */
function parameter<Value>(read: (text: string) => Value | null, message: string) {
  return z
    .string()
    .transform((text, context): Value | undefined => {
      if (text === "") return undefined;
      const value = read(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional()
    .meta({ description: message });
}

function wholeNumber(least: number, most: number, message: string) {
  return parameter((text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : null;
    return value !== null && value >= least && value <= most ? value : null;
  }, message);
}

export const billsContract = {
  getBill: defineGet("/api/CongressGetBill", "public", {
    summary:
      "Returns a bill with all of its lists. Each block has its own age and can fail on its own. 404 for an invalid type or number says what is accepted.",
    input: z.object({
      congress: z.string("Enter a Congress.").max(20, "This number is too long."),
      billType: z.string("Enter a bill type.").max(20, "This type is too long."),
      billNumber: z.string("Enter a bill number.").max(20, "This number is too long."),
    }),
    output: billBlocksSchema,
    cacheControl: "public, max-age=900",
  }),
  getBills: defineGet("/api/CongressGetBills", "public", {
    summary:
      "Returns bills from the site's own index, newest action first. `q` is words of the title (the last one may be incomplete) or a citation such as HR 1234, 118 S 5, or P.L. 117-1.",
    input: z.object({
      congress: wholeNumber(1, 999, acceptedCongresses),
      billType: parameter(readBillType, acceptedBillTypes),
      q: z.string().max(200, "Use at most 200 characters.").optional(),
      page: wholeNumber(1, 100_000, "Use a whole number from 1."),
      pageSize: wholeNumber(1, 100, "Use a whole number from 1 to 100."),
    }),
    output: z.object({
      bills: z.array(billListItemSchema),
      total: count,
      page: z.int().positive(),
      pageSize: z.int().positive(),
      /** Counts for each other choice with the rest of the filter unchanged; newest Congress first, types in their usual order. */
      facets: z.object({
        congresses: z.array(z.object({ congress: z.int(), count })),
        billTypes: z.array(z.object({ billType: z.enum(billTypes), count })),
      }),
      /** The bill that `q` cites, to open it directly; null if there is none. */
      citation: billKey.extend({ title: z.string() }).nullable(),

      index: billIndexStateSchema,
    }),
    limit: "search",
  }),
  suggestBills: defineGet("/api/CongressSuggestBills", "public", {
    summary:
      "Returns at most 8 bills whose titles have all the words (the last one may be incomplete), for the command palette. Titles that are, begin with, or contain the words as written come first, then the newest action; the 500 newest are compared.",
    input: z.object({
      q: z
        .string("Enter words of a title.")
        .trim()
        .min(1, "Enter words of a title.")
        .max(200, "Use at most 200 characters."),
    }),
    output: z.object({ bills: z.array(billKey.extend({ title: z.string() })) }),
    limit: "search",
  }),
  findBill: defineGet("/api/CongressFindBill", "public", {
    summary:
      "Returns the bill for a citation: HR 1234 (in the newest Congress that has one), 118 hr 5, S.J.Res. 5, or P.L. 117-1. 404 if there is none.",
    input: z.object({
      citation: z
        .string("Enter a citation such as HR 1234.")
        .trim()
        .min(1, "Enter a citation such as HR 1234.")
        .max(100, "Use at most 100 characters."),
    }),
    output: billKey.extend({ title: z.string() }),
    limit: "search",
  }),
};
