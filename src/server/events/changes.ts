import { z } from "zod";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Bus } from "./bus.ts";
import type { AppContext } from "../feature.ts";

/**
 * `GET /api/Events`. Not an endpoint of the contract, because its answer is a stream that stays open. `changed` carries
 * `{topic, by?}`, where `by` is the `x-tab` of the call that made the change; the topic `all` means that anything may have
 * changed.
 */
export const eventStream = {
  path: "/api/Events",
  summary:
    "Streams changes of the person's data as server-sent events: `changed` with `{topic, by?}`, where the topic `all` means that anything may have changed; `ended` when the session ends; `full` when the person has opened too many newer streams. Resumes after `Last-Event-ID` or `after`.",
  input: z.object({ after: z.string().max(100).optional() }),
};

type Change = Endpoint["changes"][number];

/** Notifies all browsers of a person (null: of everybody) of a change, on all servers. `by` is the tab that already knows. */
export function tellChanges(
  bus: Pick<Bus, "tellAll">,
  { userId, changes, by }: { userId: string | null; changes: readonly Change[]; by?: string | undefined },
): void {
  for (const change of changes) {
    // Products are visible to everybody.
    const whose = change === "products" ? "*" : (userId ?? "*");
    bus.tellAll("person", `${whose} ${change}${by === undefined ? "" : ` ${by}`}`);
  }
}

/** Returns the calling tab, as `src/client/data/api.ts` names it. */
export function tabOf(c: AppContext): string | undefined {
  return /^\w{1,20}$/.exec(c.req.header("x-tab") ?? "")?.[0];
}
