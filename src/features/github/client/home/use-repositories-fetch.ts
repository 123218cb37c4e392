import { usePublicConfig } from "#client/app-context.tsx";
import { reposQuery } from "../github-queries.ts";
import { useIdleFetch } from "./use-panel.ts";

/** Fetches the repositories once the app has loaded (docs/reference/product.md, "Shell"); nothing waits for it. */
export function useRepositoriesFetch(): void {
  useIdleFetch(reposQuery(usePublicConfig()), true);
}
