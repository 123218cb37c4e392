import { createHash } from "node:crypto";
import type { z } from "zod";
import { answerToFailure, isLimit, isPublicOf, type GitHubService } from "#features/github/server/index.ts";
import { askOnce, createShortMemory } from "#server/limits/short-memory.ts";
import type { CountsKernel } from "#server/limits/call-counts.ts";
import type { Session } from "#server/http/session.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { GitHubError, type GitHubSearchResults } from "#upstreams/github/index.ts";
import type { codeSearchContract } from "../contract.ts";
import { fileTestOf } from "../domain/files/language-files.ts";
import { hasOnlyQualifiers, queryOf, readSearchTerm, type SearchTerm } from "../domain/query/search-term.ts";
import type { SearchResults } from "../domain/search-shapes.ts";
import { createFileListing } from "./file-listing.ts";
import { createSearchRateLimit } from "./search-rate-limit.ts";

/** Account whose rate limit a search uses. `who` identifies the token without revealing it. */
type Account = { who: string; token: string; isVisitors: boolean };

type Answer = z.input<typeof codeSearchContract.searchCode.output>;

export type GitHubCodeSearch = { search: (text: string, session: Session | null) => Promise<Answer> };

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

  /** Parses the term, with repositories spelled as on GitHub. @throws AppError 400 for a search that isn't allowed */
  async function readTerm(text: string, visitorToken: string | null): Promise<SearchTerm> {
    const read = readSearchTerm(text, access.owner);
    if ("problem" in read) throw invalid({ term: [read.problem] });
    const repositories = await Promise.all(
      read.term.repositories.map(async (given) => {
        const name = await finder.find(given, visitorToken);
        if (name !== null) return name;
        throw invalid({ term: [`${access.owner} has no public repository called ${given}.`] });
      }),
    );
    return { ...read.term, repositories };
  }

  async function searchAs({ who, token, isVisitors }: Account, term: SearchTerm): Promise<SearchResults> {
    const fits = fileTestOf(term);
    // A search for kinds of files only isn't a GitHub search and is free (docs/decisions).
    if (fits !== null) return listFiles(term, fits, isVisitors ? token : null);
    await rateLimit.take(who);
    try {
      const { value, rate } = await access.client.searchCode({ q: queryOf(term, access.owner), token });
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

  async function searchWith(accounts: Account[], term: SearchTerm, session: Session | null): Promise<Answer> {
    let isLinkLost = false;
    for (const account of accounts) {
      try {
        // The key includes the token's owner.
        const key = `${account.who} ${queryOf(term, access.owner)}`;
        const results = await askOnce(cache, key, () => searchAs(account, term));
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
    async search(text, session) {
      try {
        const accounts = await accountsOf(session);
        const visitorToken = accounts.find(({ isVisitors }) => isVisitors)?.token ?? null;
        const term = await readTerm(text, visitorToken);
        return await searchWith(accounts, term, session);
      } catch (error) {
        throw isNotAccepted(error)
          ? invalid({ term: [notAccepted(error, text, access.owner)] })
          : answerToFailure(error);
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

function notAccepted({ said }: GitHubError, text: string, owner: string): string {
  const read = readSearchTerm(text, owner);
  if ("term" in read && hasOnlyQualifiers(read.term))
    return "Add a search word. GitHub needs one with these qualifiers.";
  return `GitHub rejected this search${said === "" ? "." : `: ${said.slice(0, 200)}`}`;
}

function nameOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
