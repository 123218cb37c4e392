type Seen = { isNull: boolean; isOther: boolean };

const mostNamed = 20;
const deepest = 200;

/**
 * Fields that are null in every sample where they occur: their type cannot be known, and whatever is generated for them
 * is a guess. Paths as people write them, `sponsors[].district`; at most 20, in the order in which they occur.
 */
export function nullOnlyFields(samples: readonly unknown[]): string[] {
  const seen = new Map<string, Seen>();
  for (const sample of samples) look(sample, "", seen, 0);
  return [...seen]
    .filter(([path, { isNull, isOther }]) => path !== "" && isNull && !isOther)
    .map(([path]) => path)
    .slice(0, mostNamed);
}

function look(value: unknown, path: string, seen: Map<string, Seen>, depth: number): void {
  const entry = seen.get(path) ?? { isNull: false, isOther: false };
  if (value === null) entry.isNull = true;
  else entry.isOther = true;
  seen.set(path, entry);
  if (depth >= deepest || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) for (const item of value) look(item, `${path}[]`, seen, depth + 1);
  else
    for (const [name, field] of Object.entries(value)) {
      look(field, path === "" ? fieldName(name) : `${path}.${fieldName(name)}`, seen, depth + 1);
    }
}

function fieldName(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? name : JSON.stringify(name);
}
