import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi, usePublicConfig } from "../app-context.tsx";
import { createApi } from "../data/api.ts";
import type { PaletteEntry, PaletteSource } from "./palette-entry.ts";
import { addLate, rank, startingSections, type Candidate, type PaletteSection } from "./palette-ranking.ts";
import { paletteSources } from "./palette-sources.ts";
import { recentEntries } from "./recent-entries.ts";

const pauseMs = 150;
/** One letter fits nearly everything. */
const leastLetters = 2;

type Shown = { text: string; sections: PaletteSection[] };

/** The palette's results for a text, and what is still missing from them. */
export type PaletteSearch = {
  sections: PaletteSection[];
  isPending: boolean;
  /** Plurals of what couldn't be searched, such as "payees". */
  missing: string[];
};

/**
 * Searches all sources (docs/reference/product.md, "Command palette"): those that are loaded at once, the server after a
 * pause. While the text stays, later answers are added below and nothing shown moves.
 */
export function usePaletteSearch(typed: string): PaletteSearch {
  const text = typed.trim();
  const [recent] = useState(recentEntries);
  const local = useLocalEntries();
  const remote = useRemoteEntries(text);
  const candidates = [
    ...paletteSources.flatMap((source) => (source.match?.(text) ?? []).map(asAnswer)),
    ...local.entries.map((entry): Candidate => ({ entry, isAnswer: false })),
    ...remote.candidates,
  ];
  const [shown, setShown] = useState<Shown>({ text: "", sections: [] });
  const found = text === "" ? startingSections(candidates, recent) : rank(candidates, text, recent);
  // Nothing is highlighted before something is typed, so that those entries can take their places.
  const sections = text !== "" && shown.text === text ? addLate(shown.sections, found) : found;
  if (shown.text !== text || idsOf(sections) !== idsOf(shown.sections)) setShown({ text, sections });
  return {
    sections,
    isPending: local.isPending || remote.isPending,
    missing: [...new Set([...local.missing, ...remote.missing])],
  };
}

function useLocalEntries() {
  const loading = { api: useApi(), config: usePublicConfig(), queryClient: useQueryClient() };
  const loaded = paletteSources.filter((source) => source.load !== undefined);
  const results = useQueries({
    queries: loaded.map((source) => ({
      queryKey: ["palette", source.id],
      queryFn: async () => (await source.load?.(loading)) ?? [],
      placeholderData: source.atOnce,
    })),
  });
  return {
    entries: results.flatMap((result, index) => result.data ?? loaded[index]?.atOnce ?? []),
    isPending: results.some((result) => result.isPending || result.isPlaceholderData),
    missing: failedOf(loaded, results),
  };
}

function useRemoteEntries(text: string) {
  const queryClient = useQueryClient();
  const config = usePublicConfig();
  const asked = usePaused(text);
  const isAsked = asked.length >= leastLetters;
  const isCurrent = asked === text;
  const remotes = paletteSources.filter((source) => source.find !== undefined);
  const results = useQueries({
    queries: remotes.map((source) => ({
      queryKey: ["palette", source.id, "find", asked],
      enabled: isAsked && isCurrent,
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PaletteEntry[]> => {
        const api = createApi((path, init) => fetch(path, { ...init, signal }), config.tenant);
        return (await source.find?.(asked, { api, config, queryClient })) ?? [];
      },
      // What the last answer had of a shorter text stays, as far as it still fits.
      placeholderData: (previous: PaletteEntry[] | undefined) => previous,
    })),
  });
  const isWaiting = text.length >= leastLetters && !isCurrent;
  return {
    candidates: results.flatMap(({ data, isPlaceholderData }) =>
      (data ?? []).map((entry): Candidate => ({ entry, isAnswer: isCurrent && !isPlaceholderData })),
    ),
    isPending: isWaiting || results.some(({ isFetching }) => isFetching),
    missing: isCurrent && isAsked ? failedOf(remotes, results) : [],
  };
}

/** Returns the text as it was when the person last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

function failedOf(sources: readonly PaletteSource[], results: readonly { isError: boolean }[]): string[] {
  return sources.filter((_, index) => results[index]?.isError).map(({ what }) => what);
}

function asAnswer(entry: PaletteEntry): Candidate {
  return { entry, isAnswer: true };
}

function idsOf(sections: readonly PaletteSection[]): string {
  return sections
    .map(({ group, entries }) => [group, ...entries.map(({ id }) => id)].join("\n"))
    .join("\n\n");
}
