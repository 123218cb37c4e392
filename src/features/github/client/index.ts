import { paths } from "#client/routing/paths.ts";
import type { PaletteSource } from "#client/command-palette/palette-entry.ts";
import { reposQuery } from "./github-queries.ts";

export { HomeGitHub } from "./home/home-github.tsx";
export { seedHomeGitHub } from "./github-queries.ts";
export { useRepositoriesFetch } from "./home/use-repositories-fetch.ts";

/** The owner's repositories, for the command palette. */
export const githubPaletteSource: PaletteSource = {
  id: "github",
  what: "repositories",
  load: async ({ queryClient, config }) => {
    const { value } = await queryClient.ensureQueryData(reposQuery(config).options);
    return value.items.map(({ name, description, topics, language }) => ({
      id: `repository ${name}`,
      label: name,
      kind: "Repository",
      href: paths.repo(name),
      icon: "repository",
      keywords: [description ?? "", language ?? "", ...topics].join(" "),
    }));
  },
};
