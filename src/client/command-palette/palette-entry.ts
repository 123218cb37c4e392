import type { IconName } from "#ui/icon.tsx";
import type { Loading } from "../data/loading-context.ts";

/** Entry of the command palette. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** Kind, shown beside the label: "Post", "Page". */
  kind: string;
  icon: IconName;
  /** Additional search terms. */
  keywords?: string;
} & (Target | Action);

/** Entry that leads to a page, and may begin something there. */
type Target = { href: string; act?: () => void };
/** Entry that does something on the page that is open. */
type Action = { act: () => void; href?: undefined };

/** Source of a feature's entries, loaded when the palette opens. A failed source doesn't affect the others. */
export type PaletteSource = {
  id: string;
  load: (loading: Loading) => Promise<PaletteEntry[]>;
  /** Returns entries for the typed text, such as a bill by its citation. */
  match?: (text: string) => PaletteEntry[];
};
