type Seen = { isNull: boolean; isOther: boolean };

const maxNamed = 20;
const deepest = 200;

/**
 * Returns fields that are null in every sample that has them, whose generated type is therefore a guess. They are paths
 * such as `sponsors[].district`, at most 20, in order of occurrence.
 */
export function nullOnlyFields(samples: readonly unknown[]): string[] {
  const seen = new Map<string, Seen>();
  for (const sample of samples) look(sample, "", seen, 0);
  return [...seen]
    .filter(([path, { isNull, isOther }]) => path !== "" && isNull && !isOther)
    .map(([path]) => path)
    .slice(0, maxNamed);
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
