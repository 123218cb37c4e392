import { createHash } from "node:crypto";
import type { z } from "zod";
import { answerToFailure, isLimit, isPublicOf, type GitHubService } from "#features/github/server/index.ts";
import { askOnce, createShortMemory } from "#server/limits/short-memory.ts";
import type { CountsKernel } from "#server/limits/call-counts.ts";
import type { Session } from "#server/http/session.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { GitHubError, type GitHubSearchResults } from "#upstreams/github/index.ts";
import type { codeSearchContract } from "../contract.ts";
import { fileTestOf } from "../domain/files/file-filters.ts";
import type { CodeQuery } from "../domain/query/code-query.ts";
import { gitHubQueryOf, hasOnlyQualifiers } from "../domain/query/github-query.ts";
import type { SearchResults } from "../domain/search-shapes.ts";
import { createFileListing } from "./file-listing.ts";
import { withKnownNames } from "./known-names.ts";
import { createSearchRateLimit } from "./search-rate-limit.ts";

/** Account whose rate limit a search uses. `who` identifies the token without revealing it. */
type Account = { who: string; token: string; isVisitors: boolean };

/** A query, and how GitHub's search takes it. */
type Search = { query: CodeQuery; q: string };

type Answer = z.input<typeof codeSearchContract.searchCode.output>;

export type GitHubCodeSearch = { search: (query: CodeQuery, session: Session | null) => Promise<Answer> };

const keptForMs = 60_000;
const maxCached = 300;

/** Searches with the linked account's token, else with the site's (docs/reference/product.md, "Code search"). */
export function createCodeSearch(kernel: CountsKernel, github: GitHubService): GitHubCodeSearch {
  const { access, finder, links } = github;
  const nowMs = () => kernel.now().getTime();
  const rateLimit = createSearchRateLimit(kernel, access.source);
  // Caching makes going back to a list, or identical searches, free.
  const cache = createShortMemory<Promise<SearchResults>>({ most: maxCached, forMs: keptForMs, nowMs });
  const listFiles = createFileListing(kernel, github.data);

  async function accountsOf(session: Session | null): Promise<Account[]> {
    const linked = (await links.find(session))?.accessToken ?? null;
    const own = access.serverToken();
    return [
      ...(linked === null ? [] : [{ who: nameOf(linked), token: linked, isVisitors: true }]),
      ...(own === null ? [] : [{ who: nameOf(own), token: own, isVisitors: false }]),
    ];
  }

  async function searchAs(account: Account, { query, q }: Search): Promise<SearchResults> {
    const { who, token, isVisitors } = account;
    const fits = fileTestOf(query);
    // A search for kinds of files only isn't a GitHub search and is free (docs/decisions).
    if (fits !== null) return listFiles(query.filters, fits, isVisitors ? token : null);
    await rateLimit.take(who);
    try {
      const { value, rate } = await access.client.searchCode({ q, token });
      await rateLimit.note(who, rate);
      return resultsOf(value, access.owner);
    } catch (error) {
      if (error instanceof GitHubError && isLimit(error) && error.retryAfterSeconds !== null)
        await rateLimit.block(who, error.retryAfterSeconds);
      // A search without results is empty; a 404 means that GitHub's search itself is unavailable.
      throw error instanceof GitHubError && error.kind === "not-found"
        ? new GitHubError("unavailable", error.message, { cause: error })
        : error;
    }
  }

  async function searchWith(accounts: Account[], search: Search, session: Session | null): Promise<Answer> {
    let isLinkLost = false;
    for (const account of accounts) {
      try {
        // The key includes the token's owner.
        const key = `${account.who} ${search.q}`;
        const results = await askOnce(cache, key, () => searchAs(account, search));
        return isLinkLost ? { ...results, link_lost: true } : results;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (!account.isVisitors) access.refuseServerToken();
        else if (session !== null) {
          await links.forgetRefused(session, account.token);
          isLinkLost = true;
        }
      }
    }
    throw accountRequired(session, isLinkLost);
  }

  return {
    async search(given, session) {
      try {
        const accounts = await accountsOf(session);
        const visitorToken = accounts.find(({ isVisitors }) => isVisitors)?.token ?? null;
        const query = await withKnownNames(given, access.owner, (name) => finder.find(name, visitorToken));
        const read = gitHubQueryOf(query, access.owner);
        if ("problem" in read) throw invalid({ term: [read.problem] });
        return await searchWith(accounts, { query, q: read.q }, session);
      } catch (error) {
        throw isNotAccepted(error) ? invalid({ term: [notAccepted(error, given)] }) : answerToFailure(error);
      }
    },
  };
}

/** Limits GitHub's results to the owner's public repositories, whatever the token can see. */
function resultsOf(found: GitHubSearchResults, owner: string): SearchResults {
  const items = found.items.filter(({ repository }) => isPublicOf(owner, repository));
  const hasForeign = items.length < found.items.length;
  return {
    items: items.map(({ sha, name, path, html_url, repository, text_matches }) => ({
      sha,
      name,
      path,
      html_url,
      repository: { name: repository.name, description: repository.description },
      text_matches: text_matches.map(({ fragment, matches }) => ({ fragment, matches })),
    })),
    // GitHub's total would reveal how much there is in private repositories.
    total_count: hasForeign ? items.length : found.total_count,
    incomplete_results: found.incomplete_results || hasForeign,
  };
}

/** Returns 401 or 403: there is no account to search with. */
function accountRequired(session: Session | null, isLinkLost: boolean): AppError {
  if (session === null) {
    return new AppError(401, {
      SIGN_IN_REQUIRED: ["Sign in and link a GitHub account to search code."],
    });
  }
  const text = isLinkLost
    ? "GitHub no longer accepts your linked account. Link it again."
    : "Link a GitHub account to search code.";
  return new AppError(403, { LINK_REQUIRED: [text] });
}

/** Returns true if GitHub rejects the token. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof GitHubError &&
    (error.kind === "bad-credentials" || error.kind === "requires-authentication")
  );
}

function isNotAccepted(error: unknown): error is GitHubError {
  return error instanceof GitHubError && error.kind === "validation";
}

function notAccepted({ said }: GitHubError, query: CodeQuery): string {
  if (hasOnlyQualifiers(query)) return "Add a search word. GitHub needs one with these qualifiers.";
  return `GitHub rejected this search${said === "" ? "." : `: ${said.slice(0, 200)}`}`;
}

function nameOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
