import { and, eq, isNotNull } from "drizzle-orm";
import { AppError } from "#shared/errors.ts";
import { ownMoneyOf } from "#shared/own-money.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import {
  moneyCookie,
  moneyHeader,
  ownMoney,
  ownersAloneReason,
  readOnlyReason,
  type HouseholdAccess,
} from "#shared/household.ts";
import { moneyNotShared, type Database } from "../database/db.ts";
import type { AppContext } from "../feature.ts";
import { cookieName, expiredCookie, parseCookies } from "../http/cookies.ts";
import type { Session } from "../http/session.ts";
import { householdMembers } from "../tables/household-tables.ts";

/** Another person's money that a browser shows instead of the caller's own (docs/reference/product.md, "Household"). */
export type ShownMoney = {
  membershipId: string;
  ownerId: string;
  ownerName: string;
  access: HouseholdAccess;
};

const membershipIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the membership that a browser has chosen, whether or not it exists; null for the person's own money. */
export function chosenMembershipOf(cookieHeader: string | undefined, origin: string): string | null {
  return parseCookies(cookieHeader).get(cookieName(moneyCookie, origin.startsWith("https:"))) ?? null;
}

export function chosenMembership(c: AppContext): string | null {
  return chosenMembershipOf(c.req.header("cookie"), c.get("origin"));
}

/** Reads the money of a membership; null if the person has no such membership, hasn't accepted it, or it has ended. */
export async function readShownMoney(
  { asUser }: Pick<Database, "asUser">,
  memberId: string,
  membershipId: string,
): Promise<ShownMoney | null> {
  if (!membershipIdPattern.test(membershipId)) return null;
  const [found] = await asUser(memberId, (tx) =>
    tx
      .select()
      .from(householdMembers)
      .where(
        and(
          eq(householdMembers.membershipId, membershipId),
          eq(householdMembers.memberId, memberId),
          isNotNull(householdMembers.acceptedAt),
        ),
      ),
  );
  if (found === undefined) return null;
  return { membershipId, ownerId: found.userId, ownerName: found.ownerName, access: found.access };
}

/**
 * Returns whose money a call is about; null for the caller's own.
 * @throws AppError 403 if it isn't shared, or the call isn't for members; 409 if the page shows other money than the browser, or
 * another person's than the session's
 */
export async function moneyOfCall(
  c: AppContext,
  { userId, userDetails }: Session,
  database: Pick<Database, "asUser">,
  { method, sharing }: Pick<Endpoint, "method" | "sharing">,
): Promise<ShownMoney | null> {
  const shownByPage = c.req.header(moneyHeader);
  const isOfPerson = shownByPage === ownMoneyOf(userDetails);
  if (shownByPage?.startsWith(`${ownMoney} `) === true && !isOfPerson) throw otherPersonShown();
  if (sharing === "apart") return null;
  const chosen = chosenMembership(c);
  const shown = isOfPerson ? ownMoney : shownByPage;
  if (shown !== undefined && shown !== (chosen ?? ownMoney)) {
    // The first refusal after an end has taken the choice from the browser.
    const hasEnded = chosen === null && (await readShownMoney(database, userId, shown)) === null;
    throw hasEnded ? sharingEnded(c) : otherMoneyShown();
  }
  if (chosen === null) return null;
  const money = await readShownMoney(database, userId, chosen);
  if (money === null) throw sharingEnded(c);
  if (sharing === "owner") throw ownersAlone(money);
  if ((method === "POST" || sharing === "writers") && money.access === "read") throw readOnly(money);
  return money;
}

/** Creates the 403 for money that isn't shared anymore, with which the browser shows the person's own again. */
export function sharingEnded(c: AppContext): AppError {
  return moneyNotShared({ "set-cookie": expiredMoneyCookie(c.get("origin")) });
}

/** Returns the `Set-Cookie` value with which a browser shows the person's own money again. */
export function expiredMoneyCookie(origin: string): string {
  return expiredCookie(moneyCookie, origin.startsWith("https:"));
}

function otherMoneyShown(): AppError {
  return new AppError(409, { money: ["You switched to other money in another tab. Reload this page."] });
}

function otherPersonShown(): AppError {
  return new AppError(409, { money: ["Someone else signed in in another tab. Reload this page."] });
}

function readOnly({ ownerName }: ShownMoney): AppError {
  return new AppError(403, { access: [readOnlyReason(ownerName)] });
}

function ownersAlone({ ownerName }: ShownMoney): AppError {
  return new AppError(403, { access: [ownersAloneReason(ownerName)] });
}
