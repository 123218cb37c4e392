import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useApi } from "#client/app-context.tsx";
import { failureText } from "#client/data/api-failure.ts";
import { ApiError } from "#shared/envelope.ts";
import { Button } from "#ui/button.tsx";
import { Combobox } from "#ui/choice/combobox.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { applyServerErrors, Form, FormField, useZodForm } from "#ui/form/form.tsx";
import { rulesQuery } from "../budget-queries.ts";
import styles from "./category-manager.module.css";
import { consequencesOf, isUsed, rulesOfOnly, usageText, type UsedCategory } from "./category-usage.ts";
import { useCategoryActions } from "./use-category-actions.ts";

export type CategoryMove = { kind: "merge" | "delete"; category: UsedCategory };

type CategoryMoveDialogProps = {
  move: CategoryMove;
  /** Categories that can take over its transactions and estimates. */
  others: readonly UsedCategory[];
  onClose: () => void;
  onMoved: () => void;
};

/** A deletion doesn't need another category; a merge does. */
const schemas = {
  delete: z.object({ into: z.int().nullable() }),
  merge: z.object({
    into: z
      .int()
      .nullable()
      .refine((into) => into !== null, "Choose a category."),
  }),
};

/** Asks for the category that takes over, and lists the consequences before anything happens. */
export function CategoryMoveDialog({ move, others, onClose, onMoved }: CategoryMoveDialogProps) {
  const { kind, category } = move;
  const formId = useId();
  const { merge, remove } = useCategoryActions();
  const rules = useQuery({ ...rulesQuery(useApi()), enabled: kind === "delete" });
  const idleRules = rulesOfOnly(category, rules.data ?? []);
  const form = useZodForm<{ into: number | null }, { into: number | null }>(schemas[kind], { into: null });
  const { isSubmitting } = form.formState;
  const chosen = useWatch({ control: form.control, name: "into" });
  const into = others.find(({ financialCategoryId }) => financialCategoryId === chosen) ?? null;
  const isMerge = kind === "merge";

  async function run() {
    try {
      if (!isMerge) await remove(category, into);
      else if (into !== null) await merge(category, into);
      onMoved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { reassignTo, ...errors } = error.errors ?? { save: [failureText(error)] };
      applyServerErrors(form, reassignTo === undefined ? errors : { ...errors, into: reassignTo });
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={isMerge ? `Merge ${category.name}` : `Delete ${category.name}`}
      width="info"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={isMerge ? "primary" : "danger"}
            isPending={isSubmitting}
          >
            {isMerge ? "Merge" : "Delete category"}
          </Button>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={run}>
        <p className={styles.usage}>
          {isUsed(category)
            ? `${category.name} is used in ${usageText(category, " and ")}.`
            : `${category.name} isn’t used in any transaction or budget.`}
        </p>
        {isMerge || isUsed(category) || idleRules.length > 0 ? (
          <FormField control={form.control} name="into">
            {(field) => (
              <Combobox
                label={isMerge ? "Merge into" : isUsed(category) ? "Move them to" : "Use instead"}
                placeholder={isMerge ? "Choose a category" : "Automatic or none"}
                options={others.map(({ financialCategoryId, name }) => ({
                  id: financialCategoryId,
                  label: name,
                }))}
                isRequired={isMerge}
                {...field}
              />
            )}
          </FormField>
        ) : null}
        {isMerge && into === null ? null : (
          <ul className={styles.consequences} aria-label="What will change" aria-live="polite">
            {consequencesOf(category, into?.name ?? null, idleRules).map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
            {rules.isError && into === null ? (
              <li>Rules that set only this category will do nothing</li>
            ) : null}
          </ul>
        )}
      </Form>
    </Dialog>
  );
}
