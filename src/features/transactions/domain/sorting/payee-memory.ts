/** Number of a person's latest choices for a payee that are remembered, of money in and of money out. */
export const rememberedChoices = 5;

/** A person's remembered choices for a payee, the latest first; null for "no category". */
export type Choices = readonly (number | null)[];

/**
 * Returns the category learned from choices: the last two must agree, and so must four of the five (all, if there are fewer).
 * Null if nothing was learned (docs/reference/money.md, "Categories").
 */
export function learntFrom(choices: Choices): number | null {
  const [latest = null, second] = choices;
  if (latest === null || second !== latest) return null;
  return 5 * choices.filter((id) => id === latest).length >= 4 * choices.length ? latest : null;
}

/** Returns the categories that choices suggest, the latest first: none if the latest choice was "no category". */
export function suggestedBy(choices: Choices): number[] {
  const [latest = null] = choices;
  return latest === null ? [] : [...new Set(choices.filter((id) => id !== null))];
}
