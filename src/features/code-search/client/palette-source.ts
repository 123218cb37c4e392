import type { PaletteEntry, PaletteSource } from "#client/command-palette/palette-entry.ts";
import { paths } from "#client/routing/paths.ts";

/** Files and definitions of the owner's public code, by their names. */
export const codePaletteSource: PaletteSource = {
  id: "code",
  what: "code",
  find: async (text, { api }) => {
    const q = text.trim();
    if (q.length < 2 || q.length > 100) return [];
    const { definitions, files } = await api.get("/api/FindCode", { q });
    return [
      ...definitions.map(({ name, kind, repo, path, line }): PaletteEntry => ({
        id: `definition ${repo}/${path}#${line} ${name}`,
        label: name,
        kind: "Definition",
        keywords: kind,
        detail: `${repo}/${path}`,
        icon: "code",
        href: paths.repoFiles(repo, path, { hash: `#L${line}` }),
      })),
      ...files.map(({ repo, path }): PaletteEntry => ({
        id: `file ${repo}/${path}`,
        label: path.slice(path.lastIndexOf("/") + 1),
        kind: "File",
        detail: `${repo}/${path}`,
        icon: "document",
        href: paths.repoFiles(repo, path),
      })),
    ];
  },
};
