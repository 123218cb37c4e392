/** Returns keys for rows without an id. Equal rows, which an upstream may repeat, get different keys. */
export function withUniqueKeys<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): { key: string; item: Item }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = keyOf(item);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return { key: before === 0 ? name : `${name} (${before + 1})`, item };
  });
}
