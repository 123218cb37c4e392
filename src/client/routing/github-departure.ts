import { useState } from "react";
import type { Api } from "../data/api.ts";
import { useApi } from "../app-context.tsx";
import { paths } from "./paths.ts";

const returnPathKey = "folio:github-link-return";

/** Returns an action that goes to GitHub to link an account, and why that failed. */
export function useGitHubDeparture() {
  const api = useApi();
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);

  async function leave() {
    setIsLeaving(true);
    setProblem(null);
    try {
      await startGitHubLink(api);
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
      setIsLeaving(false);
    }
  }

  return { leave: () => void leave(), isLeaving, problem };
}

/**
 * Navigates to GitHub's authorization page; `/oauth` returns to the current page.
 * @throws ApiError if the address isn't available (docs/reference/http-api.md, "Sign-in")
 */
async function startGitHubLink(api: Api): Promise<void> {
  const { oAuthUrl } = await api.get("/api/GitHubOAuthUrl");
  // A restart from /oauth keeps the original return path.
  if (location.pathname !== paths.oauth()) {
    keepReturnPath(`${location.pathname}${location.search}${location.hash}`);
  }
  location.assign(oAuthUrl);
}

/** Returns the path before going to GitHub; code search if unknown (another tab, blocked storage). */
export function gitHubLinkReturnPath(): string {
  try {
    const kept = sessionStorage.getItem(returnPathKey) ?? "";
    // Only paths of this site; "//host" would be another one.
    if (/^\/(?![/\\])/.test(kept) && !kept.startsWith(paths.oauth())) return kept;
  } catch {
    // Storage is blocked.
  }
  return paths.code();
}

function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(returnPathKey, path);
  } catch {
    // Storage is full or blocked; the person returns to code search instead.
  }
}
