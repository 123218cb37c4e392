import { paletteGroups, type PaletteEntry } from "./palette-entry.ts";

/** Degrees to which an entry fits a text, best first (docs/reference/product.md, "Command palette"). */
export const fits = {
  exact: 0,
  prefix: 1,
  wordPrefixes: 2,
  label: 3,
  keywordPrefixes: 4,
  keywords: 5,
  /** A source's own answer that none of the above explains, such as a bill by a stem. */
  answered: 6,
  text: 7,
} as const;

/** Section of the palette: entries of one group under its heading. */
export type PaletteSection = { group: string; isMore: boolean; entries: PaletteEntry[] };

/** An entry with where it comes from: the server's answers for this very text count as found. */
export type Candidate = { entry: PaletteEntry; isAnswer: boolean };

const mostInGroup = 8;
const folded = new WeakMap<PaletteEntry, { label: string; terms: string; text: string }>();

/** Returns text in search form: its words in lower case without accents or punctuation. Signs such as "+" and "#" stay. */
export function fold(text: string): string {
  // Through capitals, because some letters are written alike only there: ß and ss, ς and σ; from small ones, because ẞ stays ẞ.
  const capitals = text
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "");
  const plain = capitals.toLowerCase().replaceAll("ς", "σ");
  return plain.replaceAll(/[^\p{L}\p{N}+#]+/gu, " ").trim();
}

/**
 * Returns how well an entry fits the folded text, or null if it doesn't.
 * @param typed - the text as `fold` returns it, not empty
 */
export function fitOf(entry: PaletteEntry, typed: string): number | null {
  const { label, terms, text } = foldedOf(entry);
  const words = typed.split(" ");
  if (label === typed) return fits.exact;
  if (label.startsWith(typed)) return fits.prefix;
  if (words.every((word) => hasWordPrefix(label, word))) return fits.wordPrefixes;
  if (words.every((word) => label.includes(word))) return fits.label;
  if (words.every((word) => hasWordPrefix(terms, word))) return fits.keywordPrefixes;
  if (words.every((word) => terms.includes(word))) return fits.keywords;
  return words.every((word) => hasWordPrefix(text, word) || hasWordPrefix(terms, word)) ? fits.text : null;
}

/**
 * Ranks everything that fits a text: groups by their best entry, entries by how well they fit. Equal ones are in the order
 * of recent use, then of their group, then of their source.
 */
export function rank(
  candidates: readonly Candidate[],
  text: string,
  recentIds: readonly string[],
): PaletteSection[] {
  const typed = fold(text);
  const ranked = candidates
    .flatMap(({ entry, isAnswer }) => {
      const fit = (typed === "" ? null : fitOf(entry, typed)) ?? (isAnswer ? fits.answered : null);
      return fit === null ? [] : [{ entry, fit, recency: recencyOf(entry, recentIds) }];
    })
    .toSorted((one, other) => one.fit - other.fit || one.recency - other.recency || groupOrder(one, other));
  return sectionsOf(ranked.map(({ entry }) => entry));
}

/** Returns what an empty field shows: what was used last, then pages and actions. */
export function startingSections(
  candidates: readonly Candidate[],
  recentIds: readonly string[],
): PaletteSection[] {
  const entries = new Map(candidates.map(({ entry }) => [entry.id, entry]));
  const recent = recentIds.flatMap((id) => entries.get(id) ?? []);
  const others = [...entries.values()].filter(
    ({ id, kind }) => (kind === "Page" || kind === "Action") && !recentIds.includes(id),
  );
  const listed = sectionsOf(others, Number.POSITIVE_INFINITY);
  return recent.length === 0 ? listed : [{ group: "Recent", isMore: false, entries: recent }, ...listed];
}

/**
 * Adds what was found since to what is shown. Nothing shown moves or disappears, because the person may be about to
 * choose it: an entry joins the last section if that is its group's, or begins a new last one.
 */
export function addLate(
  shown: readonly PaletteSection[],
  found: readonly PaletteSection[],
): PaletteSection[] {
  const sections = shown.map((section) => ({ ...section, entries: [...section.entries] }));
  const shownIds = new Set(shown.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const lastGroup = shown.at(-1)?.group;
  // What joins the last section goes first; afterwards it isn't the last anymore.
  const joining = found.filter(({ group }) => group === lastGroup);
  const others = found.filter(({ group }) => group !== lastGroup);
  for (const { group, entries } of [...joining, ...others]) {
    const inGroup = sections.filter((section) => section.group === group);
    const room = mostInGroup - inGroup.reduce((count, section) => count + section.entries.length, 0);
    const late = entries.filter(({ id }) => !shownIds.has(id)).slice(0, Math.max(0, room));
    if (late.length === 0) continue;
    const last = sections.at(-1);
    if (last?.group === group) last.entries.push(...late);
    else sections.push({ group, isMore: inGroup.length > 0, entries: late });
  }
  return sections;
}

const snippetBefore = 32;
const snippetLength = 110;

/** Returns the part of an entry's text around the first typed word, or null if its label and terms have them all. */
export function snippetOf(entry: PaletteEntry, text: string): string | null {
  const typed = fold(text);
  if (entry.text === undefined || typed === "" || fitOf(entry, typed) !== fits.text) return null;
  const words = typed.split(" ").filter((word) => !hasWordPrefix(foldedOf(entry).terms, word));
  for (const { 0: word, index } of entry.text.matchAll(/[\p{L}\p{N}\p{M}+#]+/gu)) {
    if (!words.some((typedWord) => fold(word).startsWith(typedWord))) continue;
    const from = Math.max(0, entry.text.lastIndexOf(" ", Math.max(0, index - snippetBefore)) + 1);
    const part = entry.text.slice(from, from + snippetLength).trim();
    return `${from === 0 ? "" : "…"}${part}${from + snippetLength < entry.text.length ? "…" : ""}`;
  }
  return null;
}

function sectionsOf(entries: readonly PaletteEntry[], most = mostInGroup): PaletteSection[] {
  const sections = new Map<string, PaletteSection>();
  const seen = new Set<string>();
  for (const entry of entries) {
    const group = paletteGroups[entry.kind];
    const section = sections.get(group) ?? { group, isMore: false, entries: [] };
    sections.set(group, section);
    if (seen.has(entry.id) || section.entries.length >= most) continue;
    seen.add(entry.id);
    section.entries.push(entry);
  }
  return [...sections.values()];
}

function foldedOf(entry: PaletteEntry) {
  const known = folded.get(entry);
  if (known !== undefined) return known;
  const { label, kind, keywords = "", detail = "", text = "" } = entry;
  const result = {
    label: fold(label),
    terms: fold(`${label} ${kind} ${keywords} ${detail}`),
    text: fold(text),
  };
  folded.set(entry, result);
  return result;
}

function hasWordPrefix(words: string, prefix: string): boolean {
  return words.startsWith(prefix) || words.includes(` ${prefix}`);
}

function recencyOf({ id }: PaletteEntry, recentIds: readonly string[]): number {
  const index = recentIds.indexOf(id);
  return index === -1 ? recentIds.length : index;
}

const groupNames = [...new Set<string>(Object.values(paletteGroups))];

function groupOrder(one: { entry: PaletteEntry }, other: { entry: PaletteEntry }): number {
  return (
    groupNames.indexOf(paletteGroups[one.entry.kind]) - groupNames.indexOf(paletteGroups[other.entry.kind])
  );
}
