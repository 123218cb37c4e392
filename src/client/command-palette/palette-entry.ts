import type { IconName } from "#ui/icon.tsx";
import type { Loading } from "../data/loading-context.ts";

/** One place that the palette can go to. */
export type PaletteEntry = {
  id: string;
  label: string;
  /** What it is, shown beside the label: "Post", "Page". */
  kind: string;
  href: string;
  icon: IconName;
  /** More words to find it by. */
  keywords?: string;
};

/** A feature's entries. Sources are asked when the palette opens; one that fails leaves the others usable. */
export type PaletteSource = {
  id: string;
  load: (loading: Loading) => Promise<PaletteEntry[]>;
  /** Entries made from the typed text itself, such as a bill by its citation. */
  match?: (text: string) => PaletteEntry[];
};
