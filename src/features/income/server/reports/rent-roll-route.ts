import type { App } from "#server/feature.ts";
import { parseQuery, requireSession } from "#server/http/mount.ts";
import { callerOf, type RateLimiter } from "#server/limits/rate-limit.ts";
import { attachmentHeader } from "#shared/text/csv.ts";
import { rentRollExport } from "../../contract.ts";
import type { IncomeSite } from "../income-handlers.ts";
import { exportRentRoll } from "./rent-roll-reader.ts";

/** Mounts the CSV export of the rent roll, with the same access rules as GetRentRoll. */
export function mountRentRollExport(app: App, { asUser, today }: IncomeSite, limiter: RateLimiter): void {
  app.get(rentRollExport.path, async (c) => {
    await limiter.take("read", callerOf(c));
    const { userId } = requireSession(c, "finance");
    const { institutionAccessItemId, from } = parseQuery(c, rentRollExport.input);
    const file = await asUser(userId, (scope) =>
      exportRentRoll(scope, { institutionAccessItemId, from }, today()),
    );
    return c.body(file.csv, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachmentHeader(file.name, "csv"),
      "cache-control": "no-store",
    });
  });
}
