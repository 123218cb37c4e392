import type { z } from "zod";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { ResolveSession } from "#server/http/request-context.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import type { Session } from "#server/http/session.ts";
import type { IdentityProvider } from "#upstreams/entra/index.ts";
import { authContract } from "../contract.ts";
import { mountAuthRoutes } from "./auth-routes.ts";
import { createSessionResolver, memberCheck } from "./session-resolver.ts";
import { SessionStore } from "./session-store.ts";
import { publicUserId } from "./session-token.ts";
import { createSignInAttempts } from "./sign-in-attempt.ts";

export { sessionCookie } from "./auth-routes.ts";
export { beginLeaving, forgetUser, lockUser, readIdentity, type Identity } from "./departure.ts";

/** Returns whether a person is on the owner's list, for addresses that work without a session. */
export type IsMember = (userId: string) => Promise<boolean>;

/** Creates the feature for sign-in, sessions, and the list of users. */
export function createAuthFeature(
  kernel: Kernel,
  options: { identityProvider: IdentityProvider; jobs: Jobs },
): { feature: ServerFeature; resolveSession: ResolveSession; isMember: IsMember } {
  const { settings } = kernel;
  const { identityProvider } = options;
  const store = new SessionStore(kernel.database, kernel.now);
  const attempts = createSignInAttempts(deriveKey(kernel.secretKey, "sign-in attempt"), kernel.now);
  const userIdKey = deriveKey(kernel.secretKey, "public user id");
  sweepHourly({ ...kernel, jobs: options.jobs }, "sessions", () => store.sweep(settings.FOLIO_DEMO));

  const feature = defineFeature({
    name: "auth",
    contract: authContract,
    handlers: {
      getMe: (_, { session }) => ({ clientPrincipal: session && clientPrincipal(session, userIdKey) }),
      getUsers: async (_, { session }) => {
        const known = await store.listUsers(settings.modes.entra);
        return known.map((user) => ({
          userId: publicUserId(userIdKey, user.userId),
          userDetails: user.userDetails,
          identityProvider: user.identityProvider,
          firstSignIn: user.firstSignIn.toISOString(),
          lastSignIn: user.lastSignIn.toISOString(),
          isYou: user.userId === session.userId,
        }));
      },
      endOtherSessions: async (_, { session }) => ({
        ended: await store.endOtherSessions(session.userId, session.sessionId),
      }),
    },
    routes: (app) => mountAuthRoutes(app, { kernel, identityProvider, store, attempts }),
  });
  const isOnList = memberCheck(settings);
  return {
    feature,
    resolveSession: createSessionResolver(kernel, store, identityProvider.realm),
    isMember: async (userId) => {
      const user = await store.findUser(userId, settings.modes.entra);
      return user !== null && isOnList(user);
    },
  };
}

type ClientPrincipal = NonNullable<z.input<typeof authContract.getMe.output>["clientPrincipal"]>;

function clientPrincipal(session: Session, userIdKey: Buffer): ClientPrincipal {
  return {
    identityProvider: session.identityProvider,
    userId: publicUserId(userIdKey, session.userId),
    userDetails: session.userDetails,
    userRoles: session.isMember ? ["anonymous", "authenticated", "member"] : ["anonymous", "authenticated"],
  };
}
