import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useApi } from "#client/app-context.tsx";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import { suggestedEstimatesQuery } from "../budget-queries.ts";
import {
  followSuggestion,
  type BudgetFields,
  type BudgetDefaults,
  type BudgetInputs,
  type Suggestion,
} from "./budget-fields.ts";

/** A suggestion and the first and last day of the spending behind it; null without any. */
export type DatedSuggestion = Suggestion & { from: string | null; to: string | null };

/** Defaults of a new budget. */
export type NewBudget = { defaults: BudgetDefaults; suggestion: DatedSuggestion };

/**
 * Loads new suggestions when a new budget's period or currency changes, and updates the categories the person hasn't
 * changed. Returns a sentence about the suggestions' origin, or null without any and for an existing budget.
 */
export function useSuggestions(
  form: UseFormReturn<BudgetInputs, unknown, BudgetFields>,
  first: DatedSuggestion | null,
): string | null {
  const { control, getValues, setValue } = form;
  const [startDate, endDate, isoCurrencyCode] = useWatch({
    control,
    name: ["startDate", "endDate", "isoCurrencyCode"],
  });
  const isPeriod = startDate !== null && endDate !== null && startDate <= endDate;
  const target = { startDate: startDate ?? "", endDate: endDate ?? "", isoCurrencyCode };
  const { data } = useQuery({
    ...suggestedEstimatesQuery(useApi(), target),
    enabled: first !== null && isPeriod,
  });
  /** The suggestion the fields currently show. */
  const shown = useRef(first);
  useEffect(() => {
    if (data === undefined || shown.current === null) return;
    const next = { ...data, isoCurrencyCode };
    const fields = getValues("categories");
    followSuggestion(fields, shown.current, next).forEach((field, index) => {
      if (field === fields[index]) return;
      setValue(`categories.${index}.isChosen`, field.isChosen, { shouldDirty: true });
      setValue(`categories.${index}.estimate`, field.estimate, { shouldDirty: true });
    });
    shown.current = next;
    // The currency changes with its data or before it.
  }, [data, isoCurrencyCode, getValues, setValue]);

  if (data === undefined || data.from === null || data.to === null || data.categories.length === 0)
    return null;
  return `Suggested from your spending since ${shortDateWords(data.from, data.to)}.`;
}
