import type { Handlers, Kernel } from "#server/feature.ts";
import type { Session } from "#server/http/session.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { authContract, Devices } from "../contract.ts";
import { browserName } from "../domain/browser-name.ts";
import type { startAccountLink } from "./auth-routes.ts";
import type { AuthStores } from "./auth-stores.ts";
import type { Passkey } from "./passkeys/passkey-store.ts";
import type { SignInWays } from "./sign-in-ways.ts";

type Calls = Pick<
  Handlers<typeof authContract>,
  "getDevices" | "endSession" | "renamePasskey" | "removePasskey" | "linkAccount"
>;

type Options = {
  kernel: Pick<Kernel, "log">;
  stores: AuthStores;
  ways: SignInWays;
  startLink: ReturnType<typeof startAccountLink>;
};

/** Creates the calls of the page "Your devices" (docs/reference/product.md, "Passkeys"). */
export function createDeviceCalls({ kernel, stores, ways, startLink }: Options): Calls {
  const { sessions, identities, passkeys } = stores;

  async function devicesOf(session: Session): Promise<Devices> {
    const { userId, sessionId, mode, isVerified } = session;
    const realm = ways.provider()?.realm ?? null;
    const [keys, open, accounts] = await Promise.all([
      passkeys?.list(userId) ?? [],
      sessions.listSessions(userId, ways.realms()),
      identities.list(userId),
    ]);
    return {
      passkeys: keys.map(shownPasskey),
      sessions: open.map((one) => ({
        sessionId: one.sessionId,
        browser: browserName(one.userAgent),
        address: one.address,
        signedInAt: one.createdAt.toISOString(),
        lastSeenAt: one.lastSeenAt.toISOString(),
        isCurrent: one.sessionId === sessionId,
      })),
      accounts: accounts
        .filter((account) => account.realm === realm)
        .map(({ userDetails, linkedAt }) => ({ userDetails, linkedAt: linkedAt.toISOString() })),
      canAddPasskey: passkeys !== null && mode === "live",
      canLinkAccount: realm !== null && mode === "live",
      isVerified,
    };
  }

  return {
    getDevices: (_, { session }) => devicesOf(session),
    async endSession({ sessionId }, { session }) {
      if (!(await sessions.endSessionOf(session.userId, sessionId))) throw notFound();
    },
    async renamePasskey({ passkeyId, name }, { session }) {
      if ((await passkeys?.rename(session.userId, passkeyId, name)) !== true) throw notFound();
    },
    async removePasskey({ passkeyId }, { session }) {
      const realm = ways.provider()?.realm ?? null;
      const { sessionId, userId } = session;
      const outcome = await passkeys?.remove(userId, passkeyId, { keptSessionId: sessionId, realm });
      if (outcome === "last")
        throw conflict("passkeyId", "This is your only way to sign in. Add another passkey first.");
      if (outcome !== "removed") throw notFound();
      kernel.log.info({ userId, passkeyId }, "A passkey was removed.");
    },
    linkAccount: async (_, context) => ({ url: await startLink(context) }),
  };
}

function shownPasskey(passkey: Passkey): Devices["passkeys"][number] {
  const { passkeyId, name, isSynced, createdAt, lastUsedAt, refusedAt } = passkey;
  return {
    passkeyId,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    refusedAt: refusedAt?.toISOString() ?? null,
  };
}
