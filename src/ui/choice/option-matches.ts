import type { Option } from "./option.ts";

/**
 * Returns the options that match a typed text, those that begin with it first, then those with a word that does. Each group
 * keeps its order; an empty text matches all.
 */
export function matchesOf<Id extends string | number>(
  options: readonly Option<Id>[],
  typed: string,
  contains: (label: string, text: string) => boolean,
): Option<Id>[] {
  const wanted = typed.toLowerCase();
  const rank = ({ label }: Option<Id>): number => {
    const name = label.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    return name.split(/\W+/).some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  return options.filter(({ label }) => contains(label, typed)).toSorted((a, b) => rank(a) - rank(b));
}
