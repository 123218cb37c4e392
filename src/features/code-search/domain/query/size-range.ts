/** Sizes in bytes, both included. */
export type SizeRange = { least: number; most: number };

const syntax = /^(?:(>=?|<=?)?(\d{1,9})|(\d{1,9})\.\.(\d{1,9}))$/;
/** Larger than any file. */
const unlimited = 2 ** 31 - 1;

/** Reads a size qualifier: `>100`, `>=100`, `<100`, `<=100`, `10..20`, or `100`. Null for anything else. */
export function readSizeRange(text: string): SizeRange | null {
  const [whole, comparison = "", single, from, to] = syntax.exec(text) ?? [];
  if (whole === undefined) return null;
  if (from !== undefined) return { least: Number(from), most: Number(to) };
  const bytes = Number(single);
  const least = { ">": bytes + 1, "<": 0, "<=": 0 }[comparison] ?? bytes;
  const most = { "<": bytes - 1, ">": unlimited, ">=": unlimited }[comparison] ?? bytes;
  return { least, most };
}
