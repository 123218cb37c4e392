import type { ListMembers } from "#features/auth/server/index.ts";
import { tellChanges } from "#server/events/changes.ts";
import { defineFeature, type Kernel, type ServerFeature } from "#server/feature.ts";
import { chosenMembershipOf, expiredMoneyCookie, readShownMoney } from "#server/household/shown-money.ts";
import { serializeCookie } from "#server/http/cookies.ts";
import { sweepHourly } from "#server/jobs/hourly-sweep.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { moneyCookie } from "#shared/household.ts";
import { notFound } from "#shared/errors.ts";
import { householdContract, type Membership } from "../contract.ts";
import { HouseholdStore, type MembershipRow } from "./household-store.ts";
import { sweepJournals } from "./journal-sweep.ts";

export { readInvitations } from "./household-store.ts";

/** Browsers keep a choice for as long as the longest session. */
const cookieDays = 30;

/** Creates the feature with which people share their money (docs/decisions/0034). */
export function createHouseholdFeature(
  kernel: Kernel,
  { listMembers, jobs }: { listMembers: ListMembers; jobs: Jobs },
): ServerFeature {
  const { database, bus, now } = kernel;
  const store = new HouseholdStore(database, now);
  sweepHourly({ ...kernel, jobs }, "journals of households", () => sweepJournals(database, now()));

  /** Tells the other person's browsers; after a change of what they may see, their open streams are checked, too. */
  function tellOther(userId: string, row: MembershipRow): void {
    const other = row.userId === userId ? row.memberId : row.userId;
    tellChanges(bus, { userId: other, changes: ["household", "sessions"] });
    tellChanges(bus, { userId, changes: ["sessions"] });
  }

  return defineFeature({
    name: "household",
    contract: householdContract,
    handlers: {
      async getHousehold(_, { session: { userId } }) {
        const [rows, members] = await Promise.all([store.list(userId), listMembers()]);
        const invited = new Set(rows.filter((row) => row.userId === userId).map(({ memberId }) => memberId));
        return {
          shared: rows.filter((row) => row.userId === userId).map((row) => membershipOf(row, row.memberName)),
          seen: rows.filter((row) => row.memberId === userId).map((row) => membershipOf(row, row.ownerName)),
          people: members
            .filter((person) => person.userId !== userId && !invited.has(person.userId))
            .map(({ publicId, name }) => ({ userId: publicId, name })),
        };
      },
      async getShownMoney(_, { session, request, origin }) {
        const chosen = chosenMembershipOf(request.headers.get("cookie") ?? undefined, origin);
        const money = chosen === null ? null : await readShownMoney(database, session.userId, chosen);
        if (money === null) return null;
        return { membershipId: money.membershipId, name: money.ownerName, access: money.access };
      },
      async getHouseholdChanges({ before }, { session: { userId }, callerId }) {
        const rows = await store.changes(userId, before);
        return rows.map(({ changeId, at, actorName, actorId, call, things }) => ({
          changeId,
          at: at.toISOString(),
          name: actorName,
          isByYou: actorId === callerId,
          call,
          things,
        }));
      },
      async inviteToHousehold({ userId: publicId, access }, { session }) {
        const invited = (await listMembers()).find((person) => person.publicId === publicId);
        if (invited === undefined || invited.userId === session.userId) throw notFound();
        const owner = { userId: session.userId, name: session.userDetails };
        const row = await store.invite(owner, invited, access);
        tellOther(session.userId, row);
        return membershipOf(row, row.memberName);
      },
      async answerInvitation({ membershipId, accept }, { session: { userId } }) {
        tellOther(userId, await store.answer(userId, membershipId, accept));
      },
      async setHouseholdAccess({ membershipId, access }, { session: { userId } }) {
        tellOther(userId, await store.setAccess(userId, membershipId, access));
      },
      async endMembership({ membershipId }, { session: { userId }, setHeader, request, origin }) {
        tellOther(userId, await store.end(userId, membershipId));
        if (chosenMembershipOf(request.headers.get("cookie") ?? undefined, origin) === membershipId)
          setHeader("set-cookie", expiredMoneyCookie(origin));
      },
      async showMoney({ membershipId }, { session: { userId }, setHeader, origin }) {
        if (membershipId === null) {
          setHeader("set-cookie", expiredMoneyCookie(origin));
          return;
        }
        if ((await readShownMoney(database, userId, membershipId)) === null) throw notFound();
        setHeader("set-cookie", moneyCookieFor(membershipId, origin));
      },
    },
  });
}

function moneyCookieFor(membershipId: string, origin: string): string {
  return serializeCookie(moneyCookie, membershipId, {
    isHttps: origin.startsWith("https:"),
    maxAgeSeconds: cookieDays * 24 * 60 * 60,
    isReadable: true,
  });
}

function membershipOf(row: MembershipRow, name: string): Membership {
  return {
    membershipId: row.membershipId,
    name,
    access: row.access,
    invitedAt: row.invitedAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}
