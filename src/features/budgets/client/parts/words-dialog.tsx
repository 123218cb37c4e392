import { useState } from "react";
import { z } from "zod";
import { useFieldConflicts } from "#client/forms/field-conflicts.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { listWords } from "#shared/text/list-words.ts";
import { FormField, useZodForm } from "#ui/form/form.tsx";
import { TextArea } from "#ui/form/text-field.tsx";
import { FormDialog } from "#client/forms/form-dialog.tsx";
import { TagField } from "../tags/tag-field.tsx";
import { usePartActions, wordsOf, type Words } from "./use-part-actions.ts";

const wordsSchema = z.object({
  note: z.string().trim().max(500, "Use at most 500 characters."),
  tags: z.array(z.string()).max(20, "Use at most 20 tags."),
});

type WordsDialogProps = { row: TransactionView; onClose: () => void };

/** Dialog for the note and the tags of a transaction (docs/reference/money.md, "Notes and tags"). */
export function WordsDialog({ row: shown, onClose }: WordsDialogProps) {
  // As it was when the dialog opened, so that a reload changes neither the fields nor the basis of the save.
  const [row] = useState(shown);
  const { setWords } = usePartActions();
  const conflicts = useFieldConflicts();
  const form = useZodForm(wordsSchema, wordsOf(row));
  const { isDirty } = form.formState;

  async function save(words: Words) {
    if (isDirty) await setWords(row, words, conflicts.takeDecided());
    onClose();
  }

  return (
    <FormDialog
      form={form}
      title={`Note and tags of ${row.payee}`}
      width="estimate"
      action="Save"
      onSubmit={save}
      onClose={onClose}
      thing="This transaction"
      conflicts={conflicts}
    >
      <FormField control={form.control} name="note">
        {(field) => <TextArea label="Note" maxLength={500} {...field} />}
      </FormField>
      <FormField control={form.control} name="tags">
        {(field) => <TagField label="Tags" {...field} />}
      </FormField>
      {row.noteBy === null ? null : <p>The note is by {row.noteBy}.</p>}
      {givenByRules(row).map(({ ruleId, name, words }) => (
        <p key={ruleId}>
          Your rule “{name}” gave {words}.
        </p>
      ))}
    </FormDialog>
  );
}

/** Returns what of a row's note and tags each rule gave, in words. */
function givenByRules({ noteRule, tags, tagRules }: TransactionView) {
  const named = new Map(tags.map((tag) => [tag.tagId, `#${tag.name}`]));
  const given = [
    ...(noteRule === null ? [] : [{ ...noteRule, word: "the note" }]),
    ...tagRules.map(({ tagId, ...rule }) => Object.assign(rule, { word: named.get(tagId) ?? "" })),
  ];
  return [...Map.groupBy(given, ({ ruleId }) => ruleId)].map(([ruleId, ofRule]) => ({
    ruleId,
    name: ofRule[0]?.name ?? "",
    words: listWords(ofRule.map(({ word }) => word)),
  }));
}
