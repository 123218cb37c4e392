import { Fragment, useId, type ReactNode } from "react";
import { shortAccountText } from "#client/words/account-words.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { daysBetween, shortDateWords } from "#shared/time/plain-dates.ts";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link, TextLink } from "#ui/link.tsx";
import type { Overview } from "../contract.ts";
import { amountText, changeWords, headlineOf, receivedWords } from "../domain/glance.ts";
import { worthDrawing } from "./worth-drawing.ts";
import styles from "./overview-panels.module.css";

/** The one number of the overview, linked to its budget. Renders nothing without a current budget. */
export function HeadlineNumber({ overview: { currentBudget, today } }: { overview: Overview }) {
  if (currentBudget === null) return null;
  const { figure, words, isOver } = headlineOf(currentBudget, today);
  return (
    <p className={styles.headline}>
      <Link to={memberPaths.budgetEstimate(currentBudget.budgetId)} className={styles.number} viewTransition>
        <strong className={styles.figure} data-over={isOver || undefined}>
          {figure}
        </strong>{" "}
        <span className={styles.words}>{words}</span>
      </Link>
    </p>
  );
}

/** Net worth, what is due next, and the latest transactions. */
export function OverviewPanels({ overview }: { overview: Overview }) {
  return (
    <div className={styles.panels}>
      <NetWorth overview={overview} />
      <DueNext overview={overview} />
      <Latest overview={overview} />
    </div>
  );
}

const width = 400;
const height = 100;

function NetWorth({ overview: { netWorth, today } }: { overview: Overview }) {
  const [main, ...others] = netWorth;
  if (main === undefined) return null;
  const { isoCurrencyCode, amount, days } = main;
  const [first] = days;
  return (
    <Card as="section" title="Net worth" className={styles.panel}>
      <p className={styles.amount}>
        <WorthLink amount={amount} isoCurrencyCode={isoCurrencyCode} />
      </p>
      {first === undefined ? null : (
        <>
          <p className={styles.hint}>
            {changeWords(first.amount, amount, isoCurrencyCode)} since {shortDateWords(first.date, today)}
          </p>
          <Curve days={days} today={today} />
        </>
      )}
      {others.length === 0 ? null : (
        <p className={styles.hint}>
          {others.map((one, at) => (
            <Fragment key={one.isoCurrencyCode}>
              {at === 0 ? null : " · "}
              <WorthLink amount={one.amount} isoCurrencyCode={one.isoCurrencyCode} />
            </Fragment>
          ))}{" "}
          in other currencies
        </p>
      )}
    </Card>
  );
}

/** Net worth in a currency, which leads to its report. */
function WorthLink({ amount, isoCurrencyCode }: { amount: number; isoCurrencyCode: string }) {
  return (
    <TextLink to={paths.reports({ currency: isoCurrencyCode })} variant="quiet" viewTransition>
      {amountText(amount, isoCurrencyCode)}
    </TextLink>
  );
}

/** Picture of the course; the sentence above it says the same. */
function Curve({ days, today }: { days: Overview["netWorth"][number]["days"]; today: string }) {
  const drawing = worthDrawing(days, width, height);
  if (drawing === null) return null;
  return (
    <div aria-hidden="true" className={styles.curve}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" focusable="false">
        <path className={styles.area} d={drawing.area} />
        <path className={styles.line} d={drawing.line} />
      </svg>
      <p className={styles.axis}>
        <span>{shortDateWords(drawing.from, today)}</span>
        <span>Today</span>
      </p>
    </div>
  );
}

type ListPanelProps = { title: string; allPath: string; children: ReactNode };

/** A list's first rows, with a link to all of them. */
function ListPanel({ title, allPath, children }: ListPanelProps) {
  const titleId = useId();
  return (
    <Card
      as="section"
      title={<span id={titleId}>{title}</span>}
      className={styles.panel}
      actions={
        <TextLink to={allPath} variant="quiet" aria-describedby={titleId} viewTransition>
          See all <Icon name="arrow-right" size="small" />
        </TextLink>
      }
    >
      {children}
    </Card>
  );
}

function DueNext({ overview: { dueNext, monthIncome, today } }: { overview: Overview }) {
  if (dueNext.length === 0) return null;
  return (
    <ListPanel title="Due next" allPath={paths.due()}>
      <ul className={styles.list}>
        {dueNext.map((due) => (
          <li key={due.incomeSourceId} className={styles.row}>
            <Link
              to={
                due.direction === "out"
                  ? paths.due({ month: due.dueDate.slice(0, 7) })
                  : memberPaths.accountIncome(due.institutionAccessItemId, { month: due.dueDate.slice(0, 7) })
              }
              className={styles.rowLink}
              viewTransition
            >
              <span className={styles.name}>{due.name}</span>
              <span className={styles.value}>
                {amountText(
                  due.direction === "out" ? -due.outstanding : due.outstanding,
                  due.isoCurrencyCode,
                )}
              </span>
              <span className={styles.hint}>{dueWords(due.dueDate, today)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {receivedWords(monthIncome).map((words) => (
        <p key={words} className={styles.hint}>
          <TextLink to={paths.due()} variant="quiet" viewTransition>
            {words}
          </TextLink>
        </p>
      ))}
    </ListPanel>
  );
}

function dueWords(dueDate: string, today: string): string {
  const days = daysBetween(today, dueDate);
  const when = days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return `${shortDateWords(dueDate, today)} · ${when}`;
}

function Latest({ overview: { latest, today } }: { overview: Overview }) {
  if (latest.length === 0) return null;
  return (
    <ListPanel title="Latest transactions" allPath={paths.transactions()}>
      <ul className={styles.list}>
        {latest.map((row) => (
          <li key={row.transactionId} className={styles.row}>
            <Link to={paths.transactions({ q: row.payee })} className={styles.rowLink} viewTransition>
              <span className={styles.name}>{row.payee}</span>
              <span className={styles.value} data-in={row.amount > 0 || undefined}>
                {row.amount > 0 ? "+" : ""}
                {amountText(row.amount, row.isoCurrencyCode)}
              </span>
              <span className={styles.hint}>
                {shortDateWords(row.date, today)} · {row.category?.name ?? shortAccountText(row.account)}
                {row.pending ? " · Pending" : ""}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </ListPanel>
  );
}
