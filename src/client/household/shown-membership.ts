import { moneyCookie, moneyHeader, ownMoney } from "#shared/household.ts";

/**
 * Membership through which this page shows another person's money, as the cookie said when the page was opened; null for one's
 * own. The page keeps it, so that the server can refuse a call after a switch in another tab (`x-money`).
 */
const membershipOfPage = readCookie();

export function shownMembership(): string | null {
  return membershipOfPage;
}

/** Header that says whose money the page shows; `followSession` says it more exactly. */
export const moneyHeaders = { [moneyHeader]: membershipOfPage ?? ownMoney };

/** Both names, because the prefix is for https only (`src/server/http/cookies.ts`). */
function readCookie(): string | null {
  if (typeof document === "undefined") return null;
  const cookies = document.cookie.split("; ").map((cookie) => cookie.split("="));
  const found = cookies.find(([name]) => name === moneyCookie || name === `__Host-${moneyCookie}`);
  return found?.[1] || null;
}
