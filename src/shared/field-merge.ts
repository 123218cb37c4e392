import { z } from "zod";
import { AppError } from "./errors.ts";
import { formatMoney, fromUnits } from "./money.ts";

/*
 * Saving over something newer. A save may carry `basedOn`: the fields as the caller read them. A field that the save
 * leaves as it was read keeps whatever is saved now; one that nobody else has changed is written; one that both have
 * changed is refused with 409, which shows both values, and asks the person which one to keep.
 */

/** What the person chose about a conflict that they were shown. */
const decisionSchema = z.object({
  field: z.string("Name a field."),
  theirs: z.string("Give the saved value as it was shown."),
  keep: z.enum(["mine", "theirs"], "Say mine or theirs."),
});

/** What goes with `basedOn` in the input of a save. */
const decisionsSchema = z.array(decisionSchema, "Send a list of decisions.").max(1_000).optional().meta({
  description:
    "After a 409: for each of its `conflicts`, `mine` or `theirs`. It holds as long as the saved value is still the one that was shown.",
});

const basedOnText =
  "The fields as they were read. A field changed both here and elsewhere since is refused with 409 and `data: {conflicts, current}`; one that this call leaves as it was read keeps the newer value. Left out, this call overwrites.";

/** The two fields of a save's input; `basis` are the fields of the thing as they are read, each optional. */
export function basedOnShape<Basis extends z.ZodType>(basis: Basis) {
  return { basedOn: basis.optional().meta({ description: basedOnText }), decided: decisionsSchema };
}

/** A field that was changed here and elsewhere, with both values in words. */
const conflictSchema = z.object({
  field: z.string(),
  label: z.string(),
  mine: z.string(),
  theirs: z.string(),
});

/** `data` of the 409: the conflicts, and the thing as it is saved now. */
export function staleSaveSchema<Current extends z.ZodType>(current: Current) {
  return z.object({ conflicts: z.array(conflictSchema), current });
}

export type Decision = z.infer<typeof decisionSchema>;
export type FieldConflict = z.infer<typeof conflictSchema>;

type Field<Value> = {
  field: string;
  /** As the person knows the field: "Name", "Groceries". */
  label: string;
  /** Undefined where the caller did not say: theirs is then overwritten. */
  basedOn: Value | undefined;
  mine: Value;
  theirs: Value;
  /** A value as the person reads it. */
  words: (value: Value) => string;
  /** What happened to it elsewhere, where "was changed to" does not say it. */
  sentence?: ((theirs: Value) => string) | undefined;
};

/** A thing as it was read, as it is sent, and as it is saved now. */
type Sides<Name extends string> = {
  basedOn: Partial<Record<Name, string>>;
  mine: Record<Name, string>;
  theirs: Record<Name, string>;
};

/** Merges a save into what is saved now, field by field, and collects what both have changed. */
export class FieldMerge {
  readonly #decided: readonly Decision[];
  readonly #conflicts: FieldConflict[] = [];
  readonly #sentences: Record<string, string[]> = {};

  constructor(decided: readonly Decision[] = []) {
    this.#decided = decided;
  }

  /** The value to save. */
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

  /** The same for a field of text that all sides hold under one name. */
  takeText<Name extends string>(
    { basedOn, mine, theirs }: Sides<Name>,
    field: Name,
    { label, words = quoted }: { label: string; words?: (text: string) => string },
  ): string {
    return this.take({
      field,
      label,
      basedOn: basedOn[field],
      mine: mine[field],
      theirs: theirs[field],
      words,
    });
  }

  /** @throws AppError 409 with every conflict in words, and `current` as the thing that is saved now */
  refuseConflicts(current: unknown): void {
    if (this.#conflicts.length === 0) return;
    throw new AppError(409, this.#sentences, { data: { conflicts: this.#conflicts, current } });
  }
}

/** A text as a person reads it in a conflict; nothing is named, too. */
export function quoted(text: string): string {
  return text === "" ? "nothing" : `“${text}”`;
}

/** An amount of currency units in a conflict, also where it has more decimals than its currency. */
export function amountWords(units: number, isoCurrencyCode: string): string {
  const read = fromUnits(units, isoCurrencyCode);
  return read.ok ? formatMoney(read.value, isoCurrencyCode) : String(units);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
