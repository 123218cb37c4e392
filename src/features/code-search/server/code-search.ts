import { createHash } from "node:crypto";
import type { z } from "zod";
import { answerToFailure, isLimit, isPublicOf, type GitHubService } from "#features/github/server/index.ts";
import { askOnce, createShortMemory } from "#server/limits/short-memory.ts";
import type { CountsKernel } from "#server/limits/call-counts.ts";
import type { Session } from "#server/http/session.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { GitHubError, type GitHubSearchResults } from "#upstreams/github/index.ts";
import type { codeSearchContract } from "../contract.ts";
import { fileTestOf } from "../domain/language-files.ts";
import { hasOnlyQualifiers, queryOf, readSearchTerm, type SearchTerm } from "../domain/search-term.ts";
import type { SearchResults } from "../domain/search-results.ts";
import { createFileListing } from "./file-listing.ts";
import { createSearchBudget } from "./search-budget.ts";

/** Whose calls a search uses. `who` names the token without being it. */
type Account = { who: string; token: string; isVisitors: boolean };

type Answer = z.input<typeof codeSearchContract.searchCode.output>;

const keptForMs = 60_000;
const mostKept = 300;

/** Searches on the linked account's calls, else on the site's (docs/reference/product.md, "Code search"). */
export function createCodeSearch(
  kernel: CountsKernel,
  github: GitHubService,
): { search: (text: string, session: Session | null) => Promise<Answer> } {
  const { access, finder, links } = github;
  const nowMs = () => kernel.now().getTime();
  const budget = createSearchBudget(kernel, access.source);
  // Going back to a list, or the same search by several people, costs one of ten.
  const cache = createShortMemory<Promise<SearchResults>>({ most: mostKept, forMs: keptForMs, nowMs });
  const listFiles = createFileListing(kernel, github.data);

  async function accountsOf(session: Session | null): Promise<Account[]> {
    const linked = (await links.find(session))?.accessToken ?? null;
    const own = access.serverToken();
    return [
      ...(linked === null ? [] : [{ who: nameOf(linked), token: linked, isVisitors: true }]),
      ...(own === null ? [] : [{ who: nameOf(own), token: own, isVisitors: false }]),
    ];
  }

  /** The term with its repositories as GitHub writes them. @throws AppError 400 for what may not be searched */
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
    // Asking for kinds of files alone is no search at GitHub, and costs none (docs/decisions).
    if (fits !== null) return listFiles(term, fits, isVisitors ? token : null);
    await budget.take(who);
    try {
      const { value, rate } = await access.client.searchCode({ q: queryOf(term, access.owner), token });
      await budget.note(who, rate);
      return resultsOf(value, access.owner);
    } catch (error) {
      if (error instanceof GitHubError && isLimit(error) && error.retryAfterSeconds !== null)
        await budget.block(who, error.retryAfterSeconds);
      // A search that finds nothing is empty; a GitHub that has no search does not answer as it should.
      throw error instanceof GitHubError && error.kind === "not-found"
        ? new GitHubError("unavailable", error.message, { cause: error })
        : error;
    }
  }

  async function searchWith(accounts: Account[], term: SearchTerm, session: Session | null): Promise<Answer> {
    let isLinkLost = false;
    for (const account of accounts) {
      try {
        // With whose token it is.
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

/** What GitHub found, held once more to the owner's public repositories, whatever the token may see. */
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
    // GitHub's number would tell how much there is in what must not be seen.
    total_count: hasForeign ? items.length : found.total_count,
    incomplete_results: found.incomplete_results || hasForeign,
  };
}

/** 401 or 403: there is no account to search with. */
function accountRequired(session: Session | null, isLinkLost: boolean): AppError {
  if (session === null) {
    return new AppError(401, {
      SIGN_IN_REQUIRED: ["Sign in and link a GitHub account: this site has none of its own to search with."],
    });
  }
  const text = isLinkLost
    ? "GitHub no longer accepts the account that you linked, so it is forgotten here. Link it again."
    : "Link a GitHub account: this site has none of its own to search with.";
  return new AppError(403, { LINK_REQUIRED: [text] });
}

/** GitHub does not accept the token. */
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
    return "Add a word to look for: GitHub wants one beside these qualifiers.";
  return `GitHub does not accept this search${said === "" ? "." : `: ${said.slice(0, 200)}`}`;
}

function nameOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
