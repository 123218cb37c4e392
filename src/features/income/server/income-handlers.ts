import type { Handlers } from "#server/feature.ts";
import { monthOf } from "#shared/time/plain-dates.ts";
import type { incomeContract } from "../contract.ts";
import { calendarFeedUrl, createFeedToken, type CalendarFeedStore } from "./reports/calendar-feed-store.ts";
import { dismiss, undismiss } from "./payments/dismissal-store.ts";
import { readIncomeByMonth, readIncomeMonth, readPaymentHistory } from "./income-reader.ts";
import { detectedView, sourceView } from "./income-views.ts";
import { movePayment, removePayment, restorePayment, savePayment } from "./payments/payment-store.ts";
import { readExpected } from "./reports/expected-reader.ts";
import { readReminders } from "./reports/reminder-reader.ts";
import { exportRentRoll, readRentRoll } from "./reports/rent-roll-reader.ts";
import type { DetectedSource } from "../domain/detected-sources.ts";
import {
  decideDetectedSources,
  readDetectedSources,
  undoDetectedSources,
} from "./sources/detected-sources.ts";
import { readSource, type IncomeScope } from "./sources/source-rows.ts";
import { removeSource, restoreSource, saveSource } from "./sources/source-store.ts";
import { readSuggestions } from "./payments/suggestion-reader.ts";

/** The parts of the site that the handlers need. */
export type IncomeSite = {
  /** Runs work in a transaction of the person (row-level security). */
  asUser: <T>(userId: string, work: (scope: IncomeScope) => Promise<T>) => Promise<T>;
  now: () => Date;
  /** Returns today's date in the site's time zone (docs/reference/product.md, "Today"). */
  today: () => string;
};

type IncomeHandlers = Handlers<typeof incomeContract>;

/** Handlers of the calls on sources. */
export function sourceHandlers({ asUser, now, today }: IncomeSite) {
  return {
    getIncomeSource: ({ incomeSourceId }, { session }) =>
      asUser(session.userId, async (scope) =>
        sourceView(await readSource(scope, incomeSourceId), monthOf(today())),
      ),
    getIncomeSources: ({ institutionAccessItemId, month, year }, { session }) =>
      asUser(session.userId, (scope) => {
        const requested =
          month === undefined || year === undefined ? monthOf(today()) : monthText(year, month);
        return readIncomeMonth(scope, { institutionAccessItemId, month: requested }, today());
      }),
    saveIncomeSource: ({ description, endDate, ...input }, { session }) =>
      asUser(session.userId, async (scope) => {
        const values = { ...input, description: description ?? "", endDate: endDate ?? null };
        const source = await saveSource(scope, values, { now: now(), today: today() });
        return sourceView(source, monthOf(today()));
      }),
    deleteIncomeSource: ({ incomeSourceId }, { session }) =>
      asUser(session.userId, (scope) => removeSource(scope, incomeSourceId, now())),
    async restoreIncomeSource({ incomeSourceId }, { session }) {
      const back = await asUser(session.userId, (scope) => restoreSource(scope, incomeSourceId, now()));
      return {
        incomeSource: sourceView(back.source, monthOf(today())),
        restoredPayments: back.restored,
        lostPayments: back.lost,
      };
    },
  } satisfies Partial<IncomeHandlers>;
}

/** Handlers of the calls on all that is expected, in and out. */
export function expectedHandlers({ asUser, now, today }: IncomeSite) {
  return {
    getExpected: ({ month }, { session }) =>
      asUser(session.userId, (scope) => readExpected(scope, month ?? monthOf(today()), today())),
    getDetectedSources: ({ institutionAccessItemId: bank }, { session }) =>
      asUser(session.userId, async (scope) => {
        const detected = await readDetectedSources(scope, today(), bank === undefined ? undefined : "in");
        const isAsked = (one: DetectedSource) => bank === undefined || one.institutionAccessItemId === bank;
        return { detected: detected.filter(isAsked).map(detectedView) };
      }),
    decideDetectedSources: (choice, { session }) =>
      asUser(session.userId, (scope) => decideDetectedSources(scope, choice, { now: now(), today: today() })),
    undoDetectedSources: (decision, { session }) =>
      asUser(session.userId, (scope) => undoDetectedSources(scope, decision, now())),
  } satisfies Partial<IncomeHandlers>;
}

/** Handlers of the calls on payments. */
export function paymentHandlers({ asUser, now, today }: IncomeSite) {
  return {
    saveIncomePayment: ({ paymentDate, paymentMemo, ...input }, { session }) =>
      asUser(session.userId, (scope) => {
        const values = { ...input, paymentDate: paymentDate ?? null, paymentMemo: paymentMemo ?? null };
        return savePayment(scope, values, { now: now(), today: today() });
      }),
    deleteIncomePayment: ({ incomePaymentId }, { session }) =>
      asUser(session.userId, (scope) => removePayment(scope, incomePaymentId, now())),
    async restoreIncomePayment({ incomePaymentId }, { session }) {
      await asUser(session.userId, (scope) => restorePayment(scope, incomePaymentId, now()));
      return { incomePaymentId };
    },
    moveIncomePayment: ({ incomePaymentId, ...to }, { session }) =>
      asUser(session.userId, (scope) => movePayment(scope, incomePaymentId, to)),
    getIncomeSuggestions: ({ institutionAccessItemId, month, incomeSourceId }, { session }) =>
      asUser(session.userId, (scope) =>
        readSuggestions(scope, { institutionAccessItemId, month, incomeSourceId }, today()),
      ),
    dismissIncomeSuggestion: (pair, { session }) =>
      asUser(session.userId, (scope) => dismiss(scope, pair, now())),
    undismissIncomeSuggestion: (pair, { session }) =>
      asUser(session.userId, (scope) => undismiss(scope, pair)),
  } satisfies Partial<IncomeHandlers>;
}

/** Handlers of the calls that report income over time. */
export function reportHandlers({ asUser, today }: IncomeSite) {
  return {
    getRentRoll: ({ institutionAccessItemId, from }, { session }) =>
      asUser(session.userId, (scope) => readRentRoll(scope, { institutionAccessItemId, from }, today())),
    exportRentRoll: ({ institutionAccessItemId, from }, { session }) =>
      asUser(session.userId, (scope) => exportRentRoll(scope, { institutionAccessItemId, from }, today())),
    getIncomePaymentHistory: ({ incomeSourceId }, { session }) =>
      asUser(session.userId, (scope) => readPaymentHistory(scope, incomeSourceId, today())),
    getIncomeByMonth: ({ institutionAccessItemId, from, months }, { session }) =>
      asUser(session.userId, (scope) =>
        readIncomeByMonth(scope, { institutionAccessItemId, from, months }, today()),
      ),
    getIncomeReminders: async (_, { session }) => ({
      reminders: await asUser(session.userId, (scope) => readReminders(scope, today())),
    }),
  } satisfies Partial<IncomeHandlers>;
}

/** Handlers of the calls on a person's calendar feed. */
export function feedHandlers({ now }: IncomeSite, feeds: CalendarFeedStore) {
  return {
    async getCalendarFeed(_, { session }) {
      const createdAt = await feeds.find(session.userId);
      return { calendarFeed: createdAt && { createdAt: createdAt.toISOString() } };
    },
    async createCalendarFeed(_, { session, origin }) {
      const token = createFeedToken();
      const createdAt = now();
      await feeds.set(session.userId, token, createdAt);
      return { url: calendarFeedUrl(origin, token), createdAt: createdAt.toISOString() };
    },
    revokeCalendarFeed: (_, { session }) => feeds.remove(session.userId),
  } satisfies Partial<IncomeHandlers>;
}

function monthText(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}
