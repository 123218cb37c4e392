import { useId } from "react";
import { CheckboxField } from "react-aria-components/Checkbox";
import { Controller, useWatch, type UseFormReturn } from "react-hook-form";
import { formatMoney } from "#shared/money.ts";
import { CheckboxBox } from "#ui/choice/checkbox.tsx";
import { FormField } from "#ui/form/form.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import { toggleAll } from "#ui/choice/option.ts";
import type { FinancialCategory } from "../../contract.ts";
import { estimateTotal, type BudgetFields, type BudgetInputs } from "../list/budget-fields.ts";
import styles from "../list/budget-dialog.module.css";

type BudgetForm = UseFormReturn<BudgetInputs, unknown, BudgetFields>;

type CategoryChoiceProps = {
  form: BudgetForm;
  categories: FinancialCategory[];
  currency: string;
  /** Origin of the suggested estimates, as a sentence. */
  hint: string | null;
  /** Categories whose goal sets the estimate. */
  ofGoals: ReadonlySet<number>;
};

/** Category list of the budget form, with an estimate beside each and their total. */
export function CategoryChoice({ form, categories, currency, hint, ofGoals }: CategoryChoiceProps) {
  const hintId = useId();
  const { control, setValue } = form;
  const fields = useWatch({ control, name: "categories" });
  const chosen = fields.flatMap(({ isChosen }, index) => (isChosen ? [index] : []));

  /**
   * Selects all categories, or clears the selection if some were selected (docs/reference/product.md, "Dialogs and
   * forms").
   */
  function chooseAll() {
    const next = new Set(
      toggleAll(
        chosen,
        categories.map(({ name }, index) => ({ id: index, label: name })),
      ),
    );
    fields.forEach((_field, index) =>
      setValue(`categories.${index}.isChosen`, next.has(index), { shouldDirty: true }),
    );
  }

  return (
    <fieldset className={styles.categories} aria-describedby={hintId}>
      <legend className={styles.legend}>Categories and estimates</legend>
      <p id={hintId} className={styles.hint}>
        An estimate is what you expect to spend over the whole period.
        {hint === null ? null : ` ${hint}`}
      </p>
      <div className={styles.all}>
        <CheckboxField
          isSelected={categories.length > 0 && chosen.length === categories.length}
          isIndeterminate={chosen.length > 0 && chosen.length < categories.length}
          onChange={chooseAll}
        >
          <CheckboxBox>All categories</CheckboxBox>
        </CheckboxField>
        <p className={styles.total}>
          <span className={styles.totalLabel}>Total estimate</span>{" "}
          {formatMoney(estimateTotal(fields), currency)}
        </p>
      </div>
      <ul className={styles.list}>
        {categories.map(({ financialCategoryId, name }, index) => (
          <li key={financialCategoryId} className={styles.category}>
            <Controller
              control={control}
              name={`categories.${index}.isChosen`}
              render={({ field: { value, onChange, onBlur } }) => (
                <CheckboxField isSelected={value} onChange={onChange} onBlur={onBlur} className={styles.name}>
                  <CheckboxBox>{name}</CheckboxBox>
                </CheckboxField>
              )}
            />
            {ofGoals.has(financialCategoryId) ? (
              <p className={styles.ofGoal}>Set by its goal</p>
            ) : fields[index]?.isChosen === true ? (
              <div className={styles.estimate}>
                <FormField control={control} name={`categories.${index}.estimate`}>
                  {(field) => (
                    <MoneyField
                      label={`Estimate for ${name}`}
                      isLabelHidden
                      currency={currency}
                      placeholder={formatMoney(estimateTotal([]), currency)}
                      {...field}
                    />
                  )}
                </FormField>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
