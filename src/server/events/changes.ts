import { z } from "zod";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Bus } from "./bus.ts";
import type { AppContext } from "../feature.ts";

/**
 * `GET /api/Events`. Not an endpoint of the contract: it answers with a stream that stays open. `changed` carries
 * `{topic, by?}`, `by` being the `x-tab` of the call that did it; the topic `all` stands for what nobody knows any more.
 */
export const eventStream = {
  path: "/api/Events",
  summary:
    "Tells what has changed of what the person sees, as server-sent events: `changed` with `{topic, by?}`, whatever the topic `all` may stand for; `ended` with the session; `full` where the person has opened too many since. Goes on after `Last-Event-ID` or `after`.",
  input: z.object({ after: z.string().max(100).optional() }),
};

type Change = Endpoint["changes"][number];

/** Tells all browsers of a person (null: of everybody) what has changed, on all servers. `by` is the tab that knows already. */
export function tellChanges(
  bus: Pick<Bus, "tellAll">,
  { userId, changes, by }: { userId: string | null; changes: readonly Change[]; by?: string | undefined },
): void {
  for (const change of changes) {
    // Products are everybody's.
    const whose = change === "products" ? "*" : (userId ?? "*");
    bus.tellAll("person", `${whose} ${change}${by === undefined ? "" : ` ${by}`}`);
  }
}

/** The tab that calls, as `src/client/data/api.ts` names it. */
export function tabOf(c: AppContext): string | undefined {
  return /^\w{1,20}$/.exec(c.req.header("x-tab") ?? "")?.[0];
}
