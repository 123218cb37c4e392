import type { Transaction } from "#server/database/db.ts";
import { accountLabel } from "#shared/banks.ts";
import { toUnits, type Money } from "#shared/money.ts";
import type { NetWorthReport, PeriodInput } from "../contract.ts";
import { curveDays, firstDayOfAll, stepOf } from "../domain/report-period.ts";
import { readNetWorth, type NamedAccount, type WorthOwner } from "./net-worth-reader.ts";

/** Reads net worth over a period, up to today (docs/reference/money.md, "Net worth"). */
export async function readWorthReport(
  tx: Transaction,
  owner: WorthOwner,
  { from: asked, to, isoCurrencyCode }: PeriodInput,
): Promise<NetWorthReport> {
  const { today } = owner;
  const from = asked ?? null;
  const last = to < today ? to : today;
  const periodFrom = (firstDay: string | null) => {
    const first = from ?? firstDayOfAll(firstDay, last);
    return { from: first < last ? first : last, to: last };
  };
  const { worth, accounts, firstDay } = await readNetWorth(tx, owner, {
    from,
    daysOf: (first) => (from !== null && from > today ? [] : curveDays(periodFrom(first))),
  });
  const period = periodFrom(firstDay);
  return {
    today,
    from: from ?? period.from,
    to,
    firstDay,
    step: stepOf(period),
    currencies: worth
      .filter((one) => isoCurrencyCode === undefined || one.isoCurrencyCode === isoCurrencyCode)
      .map((one) => {
        const units = (amount: Money) => toUnits(amount, one.isoCurrencyCode);
        return {
          isoCurrencyCode: one.isoCurrencyCode,
          points: one.points.map(({ date, amount, owned, owed, isGap }) => ({
            date,
            amount: units(amount),
            owned: units(owned),
            owed: units(owed),
            isGap,
          })),
          accounts: one.accounts.map(({ accountId, since, amount }) => ({
            accountId,
            ...namesOf(accounts.get(accountId)),
            since,
            amount: amount === null ? null : units(amount),
          })),
        };
      }),
  };
}

function namesOf(account: NamedAccount | undefined) {
  const { institutionAccessItemId = 0, institutionName = "", name = "", mask = null } = account ?? {};
  return { institutionAccessItemId, institutionName, name: accountLabel({ name, mask }) };
}
