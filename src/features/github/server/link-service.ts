import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { createSealedAttempts } from "#features/auth/server/index.ts";
import type { HandlerContext, Kernel } from "#server/feature.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import type { Session } from "#server/http/session.ts";
import { conflict, invalid, upstreamFailed } from "#shared/errors.ts";
import { GitHubOAuthError, type GitHubOAuth, type GitHubOAuthProblem } from "#upstreams/github/index.ts";
import type { GitHubAccess } from "./github-access.ts";
import { createLinkStore, type LinkedAccount } from "./link-store.ts";

/** GitHub accounts that people have linked, so that they search on their own rate limit. */
export type GitHubLinks = {
  /** Returns null for an anonymous visitor and for a person without a linked account. */
  find: (session: Session | null) => Promise<LinkedAccount | null>;
  /** Returns GitHub's authorization address. Its answer works once, in this session, for ten minutes. */
  begin: (context: HandlerContext<Session>) => Promise<string>;
  /** @throws AppError 400 for a state or code that is invalid or expired */
  complete: (context: HandlerContext<Session>, answer: { code: string; state: string }) => Promise<void>;
  /** Deletes the account here whatever GitHub says, and revokes its token there; keeps one linked meanwhile. */
  unlink: (person: Pick<Session, "userId">) => Promise<void>;
  /** Deletes a token that GitHub has refused, unless it has been replaced. */
  forgetRefused: (session: Session, accessToken: string) => Promise<void>;
};

const randomBytesOfState = 32;
/** Lifetime of a state: GitHub's code is valid for ten minutes too. */
const attemptMaxAgeMs = 10 * 60_000;

const attemptSchema = z.object({
  /** The `state`. */
  id: z.string(),
  sessionId: z.string(),
  source: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
});

export function createGitHubLinks(kernel: Kernel, access: GitHubAccess): GitHubLinks {
  const { log } = kernel;
  const { source } = access;
  const store = createLinkStore(kernel);
  const attempts = createSealedAttempts({
    kernel,
    key: deriveKey(kernel.secretKey, "github link attempt"),
    schema: attemptSchema,
    namePrefix: "folio-github-",
    maxAgeMs: attemptMaxAgeMs,
  });

  function oauth(): GitHubOAuth {
    if (access.oauth !== null) return access.oauth;
    throw conflict(
      "CONFLICT",
      "Linking a GitHub account isn’t set up on this site. Its owner hasn’t registered it at GitHub.",
    );
  }

  async function revoke(account: LinkedAccount): Promise<void> {
    try {
      await access.oauth?.revoke(account.accessToken);
    } catch (error) {
      log.warn({ error }, "Can't revoke a GitHub token; deleted it here anyway.");
    }
  }

  /** Returns the account's name for display, or null if GitHub doesn't give it. */
  async function loginOf(accessToken: string): Promise<string | null> {
    try {
      return (await access.client.viewer(accessToken)).value.login;
    } catch (error) {
      log.warn({ error }, "GitHub didn't name the linked account.");
      return null;
    }
  }

  return {
    find: async (session) => (session === null ? null : store.find(session.userId, source)),

    async begin(context) {
      const github = oauth();
      const state = randomText();
      const codeVerifier = randomText();
      const redirectUri = access.redirectUri();
      const { sessionId } = context.session;
      await attempts.begin(context, { id: state, sessionId, source, codeVerifier, redirectUri });
      return github.authorizeUrl({ state, codeChallenge: hashOf(codeVerifier), redirectUri });
    },

    async complete(context, { code, state }) {
      const github = oauth();
      const { userId, sessionId } = context.session;
      const isWanted = (attempt: z.infer<typeof attemptSchema>) =>
        attempt.sessionId === sessionId && attempt.source === source;
      const attempt = await attempts.take(context, state, isWanted);
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
      // Revoked before it is deleted: if the server dies in between, the token left here is useless.
      await revoke(account);
      await store.removeToken(userId, source, account.accessToken);
    },

    async forgetRefused({ userId }, accessToken) {
      if (await store.removeToken(userId, source, accessToken))
        log.info({}, "GitHub no longer accepts a linked account's token; deleted it.");
    },
  };
}

const staleState =
  "This link was started in another session, was already used, or is older than ten minutes. Start again.";

/** Translates GitHub's refusal for the person who is linking. */
function answerToRefusal(error: unknown): unknown {
  if (!(error instanceof GitHubOAuthError)) return error;
  const words = refusals[error.problem];
  if (words.isTheirs) return invalid({ code: [words.text] });
  return upstreamFailed(words.text, { cause: error });
}

const refusals: Record<GitHubOAuthProblem, { isTheirs: boolean; text: string }> = {
  denied: { isTheirs: true, text: "You didn’t authorize the link on GitHub." },
  "code-refused": {
    isTheirs: true,
    text: "GitHub rejected this code because it was already used or is too old. Start again.",
  },
  "email-unverified": {
    isTheirs: true,
    text: "Verify your email address on GitHub, then start again.",
  },
  misconfigured: {
    isTheirs: false,
    text: "GitHub rejected this site’s registration. Only the site’s owner can fix this.",
  },
  unavailable: { isTheirs: false, text: "GitHub isn’t available right now. Start again in a moment." },
};

function randomText(): string {
  return randomBytes(randomBytesOfState).toString("base64url");
}

/** Returns the SHA-256 hash in base64url, which PKCE calls S256. */
function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
