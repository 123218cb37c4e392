import { keepThread, type KeptThread } from "#server/threads/kept-thread.ts";
import type { ThreadScript } from "#server/threads/thread.ts";
import type { Definition } from "../../domain/files/code-definition.ts";
import type { LineMatch } from "../../domain/search-shapes.ts";
import type { ThreadAtom } from "./text-matcher.ts";

/** Place of the texts: an open file of this process, and each text's place in it (`text-places.ts`). */
type Texts = { descriptor: number };

export type ScanInput = Texts & { kind: "scan"; ids: Int32Array; places: Float64Array; atoms: ThreadAtom[] };
/** Ids of the texts that match, and each one's points. */
export type ScanOutput = { kind: "scan"; ids: number[]; points: number[] };

export type ExtractInput = Texts & {
  kind: "extract";
  places: number[];
  atoms: ThreadAtom[];
  /** Of each text, the definitions that were searched for. */
  definitions: Pick<Definition, "name" | "line">[][];
  maxLines: number;
};
export type ExtractOutput = { kind: "extract"; texts: { lines: LineMatch[]; count: number }[] };

export type AnalyzeInput = {
  kind: "analyze";
  files: { bytes: Uint8Array; language: string | null; path: string }[];
};
/** Null for a file that isn't text. */
export type AnalyzeOutput = {
  kind: "analyze";
  files: ({ text: string; trigrams: number[]; definitions: Definition[] } | null)[];
};

export type CodeWork = ScanInput | ExtractInput | AnalyzeInput;
export type CodeWorkOutput = ScanOutput | ExtractOutput | AnalyzeOutput;

const codeScript: ThreadScript<CodeWork, CodeWorkOutput> = {
  name: "search-code",
  source: "src/features/code-search/server/index/code-thread.ts",
};

const mostMb = 192;

/** Keeps a thread for the work on texts. */
export function keepCodeThread(): KeptThread<CodeWork, CodeWorkOutput> {
  return keepThread(codeScript, { mostMb });
}
