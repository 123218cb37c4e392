import { z } from "zod";
import { AppError } from "./errors.ts";
import { formatMoney, fromUnits } from "./money.ts";

/*
 * Merging of concurrent edits. A save may carry `basedOn`, the fields as the caller read them. A field the save didn't change
 * keeps its current value; one that nobody else has changed is written; one that both have changed is refused with a 409, which
 * shows both values so that the person can choose.
 */

/** A person's decision about a conflict they were shown. */
const decisionSchema = z.object({
  field: z.string("Enter a field name."),
  theirs: z.string("Send the saved value as it was shown."),
  keep: z.enum(["mine", "theirs"], "Use mine or theirs."),
});

/** Decisions that accompany `basedOn` in a save's input. */
const decisionsSchema = z.array(decisionSchema, "Send a list of decisions.").max(1_000).optional().meta({
  description:
    "After a 409: `mine` or `theirs` for each of its `conflicts`. A decision is valid only while the saved value is still the one that was shown.",
});

const basedOnText =
  "The fields as they were read. A field that was also changed elsewhere is refused with 409 and `data: {conflicts, current}`; one unchanged by this call keeps the newer value. If omitted, this call overwrites.";

/** Returns the two fields of a save's input; `basis` has the thing's fields as they are read, each optional. */
export function basedOnShape<Basis extends z.ZodType>(basis: Basis) {
  return { basedOn: basis.optional().meta({ description: basedOnText }), decided: decisionsSchema };
}

/** A field changed both here and elsewhere, with both values as text. */
const conflictSchema = z.object({
  field: z.string(),
  label: z.string(),
  mine: z.string(),
  theirs: z.string(),
});

/** Schema of a 409's `data`: the conflicts, and the thing as currently saved. */
export function staleSaveSchema<Current extends z.ZodType>(current: Current) {
  return z.object({ conflicts: z.array(conflictSchema), current });
}

export type Decision = z.infer<typeof decisionSchema>;
export type FieldConflict = z.infer<typeof conflictSchema>;

type Field<Value> = {
  field: string;
  /** Name of the field for people: "Name", "Groceries". */
  label: string;
  /** Undefined if the caller didn't send it; the saved value is then overwritten. */
  basedOn: Value | undefined;
  mine: Value;
  theirs: Value;
  /** Formats a value for people. */
  words: (value: Value) => string;
  /** Describes the change made elsewhere, if "was changed to" doesn't fit. */
  sentence?: ((theirs: Value) => string) | undefined;
};

/** A thing as it was read, as it is sent, and as it is currently saved. */
type Sides<Thing, Name extends keyof Thing> = {
  basedOn: { [Key in Name]?: Thing[Key] | undefined };
  mine: Thing;
  theirs: Pick<Thing, Name>;
};

/** Merges a save into the current state field by field, and collects fields that both have changed. */
export class FieldMerge {
  readonly #decided: readonly Decision[];
  readonly #conflicts: FieldConflict[] = [];
  readonly #sentences: Record<string, string[]> = {};

  constructor(decided: readonly Decision[] = []) {
    this.#decided = decided;
  }

  /** Returns the value to save. */
  take<Value>({ field, label, basedOn, mine, theirs, words, sentence }: Field<Value>): Value {
    if (basedOn === undefined) return mine;
    if (isSame(mine, basedOn) || isSame(mine, theirs)) return theirs;
    if (isSame(theirs, basedOn)) return mine;
    const shown = words(theirs);
    const decision = this.#decided.find((one) => one.field === field && one.theirs === shown);
    if (decision === undefined) {
      this.#conflicts.push({ field, label, mine: words(mine), theirs: shown });
      this.#sentences[field] = [sentence?.(theirs) ?? `${label} was changed to ${shown} in the meantime.`];
    }
    return decision?.keep === "mine" ? mine : theirs;
  }

  /** Does the same for a field that has the same name on all sides. */
  takeField<Thing, Name extends keyof Thing & string>(
    { basedOn, mine, theirs }: Sides<Thing, Name>,
    field: Name,
    shown: Pick<Field<Thing[Name]>, "label" | "words">,
  ): Thing[Name] {
    return this.take({
      field,
      basedOn: basedOn[field],
      mine: mine[field],
      theirs: theirs[field],
      ...shown,
    });
  }

  /**
   * Refuses the save if there are conflicts.
   * @throws AppError 409 with every conflict as a sentence, and `current` as the currently saved thing
   */
  refuseConflicts(current: unknown): void {
    if (this.#conflicts.length === 0) return;
    throw new AppError(409, this.#sentences, { data: { conflicts: this.#conflicts, current } });
  }
}

/** Returns the name to save of a thing that has no other fields. @throws AppError 409 if it was changed elsewhere, too */
export function mergedName(
  sent: { name: string; basedOn?: { name: string } | undefined; decided?: Decision[] | undefined },
  saved: { name: string },
): string {
  const merge = new FieldMerge(sent.decided);
  const sides = { basedOn: sent.basedOn ?? {}, mine: sent, theirs: saved };
  const name = merge.takeField<{ name: string }, "name">(sides, "name", { label: "Name", words: quoted });
  merge.refuseConflicts(saved);
  return name;
}

/** Quotes a text in a conflict, with a word for empty text. */
export function quoted(text: string): string {
  return text === "" ? "nothing" : `“${text}”`;
}

/** Formats an amount in a conflict, even with more decimals than its currency has. */
export function amountWords(units: number, isoCurrencyCode: string): string {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? formatMoney(read.value, isoCurrencyCode) : String(units);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
