import type { IsMember } from "#features/auth/server/index.ts";
import type { App } from "#server/feature.ts";
import type { RateLimiter } from "#server/limits/rate-limit.ts";
import { calendarText } from "../../domain/reports/calendar-text.ts";
import { dueDateEvents } from "../../domain/reports/due-date-events.ts";
import type { CalendarFeedStore } from "./calendar-feed-store.ts";
import type { IncomeSite } from "../income-handlers.ts";
import { readPaid } from "../payments/payment-rows.ts";
import { sourcesOfLinked } from "../sources/source-rows.ts";

type FeedOptions = {
  site: IncomeSite;
  /** The site's domain, such as `folio.example`, which ends the ids of events. */
  domain: string;
  feeds: CalendarFeedStore;
  /** Checked on every request, because the address outlives all sessions. */
  isMember: IsMember;
  /** Rate limit of feeds, equal to that of API reads. */
  limiter: RateLimiter;
};

/** Mounts `GET /calendar/{token}.ics`: due dates for calendar apps, for anyone with the address (RFC 5545). */
export function mountCalendarFeed(app: App, options: FeedOptions): void {
  const { feeds, isMember, limiter } = options;
  // The name `secret` keeps it out of the log (src/server/http/request-context.ts).
  app.get("/calendar/:secret", async (c) => {
    await limiter.take("read", { address: c.get("clientAddress") });
    c.header("x-robots-tag", "noindex, nofollow");
    c.header("cache-control", "no-store");
    const [, token] = /^([\w-]{20,100})\.ics$/.exec(c.req.param("secret")) ?? [];
    const userId = token === undefined ? null : await feeds.ownerOf(token);
    if (userId === null || !(await isMember(userId))) return c.text("Not found", 404);
    const text = await feedText(options, userId, c.get("origin"));
    return c.body(text, 200, {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="income.ics"',
    });
  });
}

async function feedText({ site, domain }: FeedOptions, userId: string, origin: string): Promise<string> {
  const sources = await site.asUser(userId, async (scope) => {
    const known = await sourcesOfLinked(scope);
    const paidOf = await readPaid(scope, known);
    return known.map((source) => ({
      source,
      institutionName: source.institutionName,
      paid: paidOf.get(source.incomeSourceId),
    }));
  });
  return calendarText({
    name: `Income (${domain})`,
    productId: `-//${domain}//Folio income//EN`,
    stamp: site.now(),
    events: dueDateEvents(sources, site.today(), {
      domain,
      urlOf: ({ institutionAccessItemId, direction }, month) =>
        direction === "out"
          ? `${origin}/due?month=${month}`
          : `${origin}/account/${institutionAccessItemId}/income?month=${month}`,
    }),
  });
}
