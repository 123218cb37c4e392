import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { ResolveSession } from "#server/http/request-context.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import type { IdentityProvider } from "#upstreams/entra/index.ts";
import { authContract } from "../contract.ts";
import { mountAuthRoutes, startAccountLink } from "./auth-routes.ts";
import { createAuthStores } from "./auth-stores.ts";
import { createDeviceCalls } from "./device-calls.ts";
import { createInvitationCalls } from "./passkeys/invitation-calls.ts";
import { createPasskeyAttempts } from "./passkeys/passkey-attempt.ts";
import { createPasskeyMaking } from "./passkeys/passkey-making.ts";
import { createPasskeyUse } from "./passkeys/passkey-use.ts";
import { clientPrincipal, principalByPasskey } from "./principal.ts";
import { createSessionResolver, memberCheck } from "./session-resolver.ts";
import { publicUserId } from "./session-token.ts";
import { createSignInAttempts } from "./sign-in-attempt.ts";
import { createSignInWays } from "./sign-in-ways.ts";

export { beginLeaving, forgetUser, lockUser, readIdentity, type Identity } from "./departure.ts";
export { makeOwnerLink } from "./passkeys/owner-link.ts";
export { createSealedAttempts } from "./sealed-attempt.ts";
export { sessionCookie } from "./session-cookie.ts";

/** Finds a person by the id that GetUsers shows; null if there is none. */
export type FindPerson = (publicId: string) => Promise<{ userId: string } | null>;

/** Returns whether a person is a member, for addresses that work without a session. */
export type IsMember = (userId: string) => Promise<boolean>;

/** Lists the site's members, with the id that GetUsers shows. */
export type ListMembers = () => Promise<{ userId: string; publicId: string; name: string }[]>;

/** Creates the feature for sign-in, passkeys, sessions, and the list of users; `identityProvider` is null without a provider. */
export function createAuthFeature(
  kernel: Kernel,
  options: { identityProvider: IdentityProvider | null; jobs: Jobs },
): {
  feature: ServerFeature;
  resolveSession: ResolveSession;
  isMember: IsMember;
  findPerson: FindPerson;
  listMembers: ListMembers;
} {
  const { settings } = kernel;
  const stores = createAuthStores(kernel);
  const { sessions } = stores;
  const ways = createSignInWays(kernel, options.identityProvider);
  const attempts = createSignInAttempts(kernel);
  const userIdKey = deriveKey(kernel.secretKey, "public user id");
  const isMember = memberCheck(settings, ways);
  sweepHourly({ ...kernel, jobs: options.jobs }, "sessions", () => sessions.sweep(settings.FOLIO_DEMO));

  const ofPasskeys = {
    kernel,
    stores,
    ways,
    attempts: createPasskeyAttempts(kernel),
    principalOf: principalByPasskey(sessions, { isMember, userIdKey }),
  };
  const feature = defineFeature({
    name: "auth",
    contract: authContract,
    handlers: {
      getMe: (_, { session }) => ({ clientPrincipal: session && clientPrincipal(session, userIdKey) }),
      getUsers: async (_, { session }) => {
        const known = await sessions.listUsers(settings.modes.entra);
        return known.map((user) => ({
          userId: publicUserId(userIdKey, user.userId),
          userDetails: user.userDetails,
          identityProvider: user.identityProvider,
          firstSignIn: user.firstSignIn.toISOString(),
          lastSignIn: user.lastSignIn.toISOString(),
          role: user.role,
          isYou: user.userId === session.userId,
        }));
      },
      endOtherSessions: async (_, { session }) => ({
        ended: await sessions.endOtherSessions(session.userId, session.sessionId),
      }),
      ...createDeviceCalls({ kernel, stores, ways, startLink: startAccountLink({ ways, attempts }) }),
      ...createInvitationCalls({ kernel, stores, ways }),
      ...createPasskeyMaking(ofPasskeys),
      ...createPasskeyUse(ofPasskeys),
    },
    routes: (app) => mountAuthRoutes(app, { kernel, ways, stores, attempts }),
    start: () => ways.start(),
    stop: async () => ways.stop(),
  });
  return {
    feature,
    resolveSession: createSessionResolver(kernel, sessions, { ways, isMember }),
    findPerson: async (publicId) => {
      const known = await sessions.listUsers(settings.modes.entra);
      return known.find(({ userId }) => publicUserId(userIdKey, userId) === publicId) ?? null;
    },
    listMembers: async () => {
      const known = await sessions.listPeople(settings.modes.entra);
      return known.filter(isMember).map(({ user: { userId, userDetails } }) => ({
        userId,
        publicId: publicUserId(userIdKey, userId),
        name: userDetails,
      }));
    },
    isMember: async (userId) => {
      const found = await sessions.findUser(userId, settings.modes.entra);
      return found !== null && isMember(found);
    },
  };
}
