import { z } from "zod";

/** Currency units; the number of decimals depends on the budget's currency. */
export const estimateSchema = z
  .number("Enter an amount.")
  .nonnegative("Enter zero or more.")
  .max(999_999_999.99, "Enter at most 999,999,999.99.");
