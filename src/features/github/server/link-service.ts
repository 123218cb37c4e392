import { createHash, randomBytes } from "node:crypto";
import type { Kernel } from "#server/feature.ts";
import type { Session } from "#server/http/session.ts";
import { conflict, invalid, upstreamFailed } from "#shared/errors.ts";
import { GitHubOAuthError, type GitHubOAuth, type GitHubOAuthProblem } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";
import { createLinkStore, type LinkedAccount } from "./link-store.ts";

/** The GitHub account that a person has linked, so that they search on an account of their own. */
export type GitHubLinks = {
  /** Null for an anonymous visitor and for somebody who has linked none. */
  find: (session: Session | null) => Promise<LinkedAccount | null>;
  /** Where to send the browser; what it brings back works once, in this session, for ten minutes. */
  begin: (session: Session) => Promise<string>;
  /** @throws AppError 400 for a state or code that is not (any more) good */
  complete: (session: Session, answer: { code: string; state: string }) => Promise<void>;
  /** Forgets the account here whatever GitHub says, and revokes its token there; one linked meanwhile stays. */
  unlink: (person: Pick<Session, "userId">) => Promise<void>;
  /** Forgets a token that GitHub has refused, unless it has been replaced meanwhile. */
  forgetRefused: (session: Session, accessToken: string) => Promise<void>;
};

const randomBytesOfState = 32;

export function createGitHubLinks(kernel: Kernel, access: GitHubAccess): GitHubLinks {
  const { log } = kernel;
  const { source } = access;
  const store = createLinkStore(kernel);

  function oauth(): GitHubOAuth {
    if (access.oauth !== null) return access.oauth;
    throw conflict(
      "CONFLICT",
      "Linking a GitHub account is not set up on this site: its owner has not registered it at GitHub.",
    );
  }

  async function revoke(account: LinkedAccount): Promise<void> {
    try {
      await access.oauth?.revoke(account.accessToken);
    } catch (error) {
      log.warn({ error }, "a GitHub token could not be revoked; it is forgotten here all the same");
    }
  }

  /** Whose account it is; a name to show, so it may be missing. */
  async function loginOf(accessToken: string): Promise<string | null> {
    try {
      return (await access.client.viewer(accessToken)).value.login;
    } catch (error) {
      log.warn({ error }, "GitHub did not say whose account has been linked");
      return null;
    }
  }

  return {
    find: async (session) => (session === null ? null : store.find(session.userId, source)),

    async begin({ userId, sessionId }) {
      const github = oauth();
      const state = randomText();
      const codeVerifier = randomText();
      const redirectUri = access.redirectUri();
      await store.begin(userId, source, { stateHash: hashOf(state), sessionId, codeVerifier, redirectUri });
      return github.authorizeUrl({ state, codeChallenge: hashOf(codeVerifier), redirectUri });
    },

    async complete({ userId, sessionId }, { code, state }) {
      const github = oauth();
      const attempt = await store.take(userId, source, { stateHash: hashOf(state), sessionId });
      if (attempt === null) throw invalid({ state: [staleState] });
      const { accessToken } = await github
        .exchangeCode({ code, ...attempt })
        .catch((error: unknown) => Promise.reject(answerToRefusal(error)));
      const login = await loginOf(accessToken);
      const before = await store.save(userId, source, { accessToken, login });
      if (before !== null && before.accessToken !== accessToken) await revoke(before);
    },

    async unlink({ userId }) {
      const account = await store.find(userId, source);
      if (account === null) return store.removeUnreadable(userId, source);
      // First there, then here: a server that dies between the two leaves a token that is of no use to anybody.
      await revoke(account);
      await store.removeToken(userId, source, account.accessToken);
    },

    async forgetRefused({ userId }, accessToken) {
      if (await store.removeToken(userId, source, accessToken))
        log.info({}, "GitHub no longer accepts the token of a linked account: it is forgotten");
    },
  };
}

const staleState =
  "This link was begun in another session, has been used already, or is older than ten minutes. Start again.";

/** What GitHub's refusal is to the person who wanted to link. */
function answerToRefusal(error: unknown): unknown {
  if (!(error instanceof GitHubOAuthError)) return error;
  const words = refusals[error.problem];
  if (words.isTheirs) return invalid({ code: [words.text] });
  return upstreamFailed(words.text, { cause: error });
}

const refusals: Record<GitHubOAuthProblem, { isTheirs: boolean; text: string }> = {
  denied: { isTheirs: true, text: "You have not authorized the link at GitHub." },
  "code-refused": {
    isTheirs: true,
    text: "GitHub does not accept this code: it was used already, or is too old. Start again.",
  },
  "email-unverified": {
    isTheirs: true,
    text: "GitHub wants your e-mail address verified first. Do that there, then start again.",
  },
  misconfigured: {
    isTheirs: false,
    text: "GitHub does not accept this site's registration. The owner of the site has to look into it.",
  },
  unavailable: { isTheirs: false, text: "GitHub did not answer as it should. Start again in a moment." },
};

function randomText(): string {
  return randomBytes(randomBytesOfState).toString("base64url");
}

/** SHA-256, base64url: how a state is kept, and what PKCE calls S256. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
