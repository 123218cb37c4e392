import { moneyText, shortMoneyText } from "#client/words/money-text.ts";
import { paths } from "#client/routing/paths.ts";
import { addDays, dateWords, daysBetween, shortDateWords } from "#shared/time/plain-dates.ts";
import { ChartFrame, chartHeight, ChartPath, chartWidth } from "#ui/chart/chart-frame.tsx";
import { rounded, scaleOf } from "#ui/chart/chart-scale.ts";
import { TextLink } from "#ui/link.tsx";
import type { NetWorthReport } from "../contract.ts";
import { Headline } from "./headline.tsx";
import { ReportTable } from "./report-table.tsx";
import { worthLines } from "./worth-lines.ts";
import styles from "./report-table.module.css";

type Currency = NetWorthReport["currencies"][number];
type WorthReportProps = { report: NetWorthReport; currency: Currency };

const steps = { day: "Day by day", week: "Week by week", month: "Month by month" };

/** Net worth over time as a curve, dashed where it isn't certain, and as a table. */
export function WorthReport({ report, currency }: WorthReportProps) {
  const { today, step } = report;
  const { isoCurrencyCode, points, accounts } = currency;
  const money = (units: number) => moneyText(units, isoCurrencyCode);
  const last = points.at(-1);
  if (last === undefined) return null;
  // An account whose history begins isn't money earned.
  const certain = points.find((_, index) => points.slice(index).every(({ isGap }) => !isGap)) ?? last;
  const open = accounts.filter(({ amount }) => amount !== null);
  return (
    <>
      <Headline
        figure={money(last.amount)}
        words={`${changeWords(last.amount - certain.amount, money)} since ${shortDateWords(certain.date, today)}`}
      />
      <Curve currency={currency} today={today} />
      {points.some(({ isGap }) => isGap) ? (
        <p className={styles.note}>
          Dashed: an account’s history hasn’t begun yet, or its transactions don’t explain its balances.
        </p>
      ) : null}
      <ReportTable title={steps[step]} columns={["Date", "Owned", "Owed", "Net worth", "Change"]} isLong>
        {points
          .map(({ date, amount, owned, owed, isGap }, index) => {
            const before = points[index - 1];
            return (
              <tr key={date}>
                <th scope="row">
                  <TextLink
                    to={paths.transactions({
                      from: before === undefined ? date : addDays(before.date, 1),
                      to: date,
                      currency: isoCurrencyCode,
                    })}
                    variant="quiet"
                    viewTransition
                  >
                    {dateWords(date)}
                  </TextLink>
                  {isGap ? " (not certain)" : ""}
                </th>
                <td>{money(owned)}</td>
                <td>{money(owed)}</td>
                <td>{money(amount)}</td>
                <td>{before === undefined ? "—" : signed(amount - before.amount, money)}</td>
              </tr>
            );
          })
          .toReversed()}
      </ReportTable>
      {open.length === 0 ? null : (
        <ReportTable title="Accounts" columns={["Account", "Bank", "Known since", "Balance"]}>
          {open.map((account) => (
            <tr key={account.accountId}>
              <th scope="row">
                <TextLink
                  to={paths.transactions({ account: account.accountId })}
                  variant="quiet"
                  viewTransition
                >
                  {account.name}
                </TextLink>
              </th>
              <td>{account.institutionName}</td>
              <td>{dateWords(account.since)}</td>
              <td>{money(account.amount ?? 0)}</td>
            </tr>
          ))}
        </ReportTable>
      )}
    </>
  );
}

function changeWords(difference: number, money: (units: number) => string): string {
  if (difference === 0) return "no change";
  return `${difference > 0 ? "up" : "down"} ${money(Math.abs(difference))}`;
}

function signed(difference: number, money: (units: number) => string): string {
  return difference > 0 ? `+${money(difference)}` : money(difference);
}

function Curve({ currency, today }: { currency: Currency; today: string }) {
  const { points, isoCurrencyCode } = currency;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = Math.max(1, daysBetween(first.date, last.date));
  const places = points.map(({ date }) => daysBetween(first.date, date) / span);
  const scale = scaleOf(
    points.map(({ amount }) => amount),
    chartHeight,
    false,
  );
  const drawn = points.map(({ amount, isGap }, index) => ({
    x: rounded((places[index] ?? 0) * chartWidth),
    y: scale.yOf(amount),
    isGap,
  }));
  const { solid, dashed, area } = worthLines(drawn, chartHeight);
  return (
    <ChartFrame
      label="Net worth over time"
      places={places}
      scale={scale}
      tickWords={(amount) => shortMoneyText(amount, isoCurrencyCode)}
      words={(index) => {
        const point = points[index];
        if (point === undefined) return [];
        return [
          dateWords(point.date),
          moneyText(point.amount, isoCurrencyCode),
          ...(point.owed === 0
            ? []
            : [
                `${moneyText(point.owned, isoCurrencyCode)} owned, ${moneyText(-point.owed, isoCurrencyCode)} owed`,
              ]),
          ...(point.isGap ? ["Not certain"] : []),
        ];
      }}
      ends={[
        shortDateWords(first.date, today),
        last.date === today ? "Today" : shortDateWords(last.date, today),
      ]}
    >
      {() => (
        <>
          <ChartPath shape="area" color="accent" d={area} />
          <ChartPath shape="line" color="accent" d={solid} />
          <ChartPath shape="dashed" color="accent" d={dashed} />
        </>
      )}
    </ChartFrame>
  );
}
