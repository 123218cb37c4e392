import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useWatch, type UseFormReturn } from "react-hook-form";
import { useApi } from "#client/app-context.tsx";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import { suggestedEstimatesQuery } from "../budget-queries.ts";
import {
  followSuggestion,
  type BudgetFields,
  type BudgetFrame,
  type BudgetInputs,
  type Suggestion,
} from "./budget-fields.ts";

/** A suggestion and the days whose spending it is made of; null where there are none. */
export type DatedSuggestion = Suggestion & { from: string | null; to: string | null };

/** What a new budget starts from. */
export type NewBudget = { frame: BudgetFrame; suggestion: DatedSuggestion };

/**
 * Asks for other suggestions when a new budget's period or currency changes, and has the categories that the person left
 * alone follow them. Answers where the suggestions come from, in words; null without any, and for an edited budget.
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
  /** The suggestion that the fields show. */
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
    // A currency changes together with its data, or its data come later.
  }, [data, isoCurrencyCode, getValues, setValue]);

  if (data === undefined || data.from === null || data.to === null || data.categories.length === 0)
    return null;
  return `Suggested from what you spent since ${shortDateWords(data.from, data.to)}.`;
}
