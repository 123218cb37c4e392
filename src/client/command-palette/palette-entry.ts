import type { IconName } from "#ui/icon.tsx";
import type { Loading } from "../data/loading-context.ts";

/** Headings of the palette's groups by what their entries are, in the order of groups that fit equally well. */
export const paletteGroups = {
  Page: "Pages",
  Action: "Actions",
  Budget: "Budgets",
  Bank: "Banks",
  Income: "Income",
  Payee: "Payees",
  Product: "Products",
  Post: "Posts",
  Repository: "Repositories",
  Bill: "Bills",
  Law: "Bills",
  File: "Files",
  Definition: "Definitions",
} as const;

/** Kind of an entry, shown beside its label. */
export type PaletteKind = keyof typeof paletteGroups;

/** Entry of the command palette. */
export type PaletteEntry = {
  /** The same for the same thing, whichever source offers it. */
  id: string;
  label: string;
  kind: PaletteKind;
  icon: IconName;
  /** Second line, such as where a file is. */
  detail?: string;
  /** Additional search terms. */
  keywords?: string;
  /** A longer text that is searched last, such as a post's. Its part with the words becomes the second line. */
  text?: string;
} & (Target | Action);

/** Entry that leads to a page, and may begin something there. */
type Target = { href: string; act?: () => void };
/** Entry that does something on the page that is open. */
type Action = { act: () => void; href?: undefined };

/** Source of a feature's entries. A failed source doesn't affect the others; the palette says what is missing. */
export type PaletteSource = {
  id: string;
  /** The plural of what it has, for "Couldn’t search payees." */
  what: string;
  /** Entries that are there before anything is loaded. */
  atOnce?: PaletteEntry[];
  /** Loads the entries that the palette searches itself, when it opens. */
  load?: (loading: Loading) => Promise<PaletteEntry[]>;
  /** Returns entries for the typed text, such as a bill by its citation. */
  match?: (text: string) => PaletteEntry[];
  /**
   * Asks the server for entries that fit the text, best first. The palette waits until the person pauses and gives up the
   * calls of `api` when they type on. What it returns counts as found, even if the palette itself wouldn't find it.
   */
  find?: (text: string, loading: Loading) => Promise<PaletteEntry[]>;
};
