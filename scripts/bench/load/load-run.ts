import autocannon from "autocannon";
import { formatCount, formatMs, percentile } from "../results.ts";

/** One request of a load, with its expected status. */
export type Asked = {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** 200 by default. */
  status?: number;
};

/** Result of a load: the duration of each answer, and the number of missing or wrong ones by reason. */
export type LoadRun = { seconds: number; latenciesMs: number[]; failures: Map<string, number> };

/** Time after which a request has failed. */
export const timeoutSeconds = 10;

/**
 * Sends requests without a pause, one list per connection, over and over, for a number of seconds or until `amount` is reached.
 * Requests accept compression unless they say otherwise.
 */
export async function runLoad(
  origin: string,
  lists: Asked[][],
  limit: { seconds: number } | { amount: number },
): Promise<LoadRun> {
  const latenciesMs: number[] = [];
  const failures = new Map<string, number>();
  const count = (reason: string, by?: number) => countFailure(failures, reason, by);
  let connected = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections: lists.length,
        timeout: timeoutSeconds,
        ...("seconds" in limit ? { duration: limit.seconds } : { amount: limit.amount }),
        setupClient: (client) => {
          const list = lists[connected % lists.length] ?? [];
          connected += 1;
          client.setRequests(list.map((asked) => requestOf(asked, count)));
        },
      },
      (error: unknown, done) => {
        if (error === null || error === undefined) resolve(done);
        else reject(new Error("autocannon could not run", { cause: error }));
      },
    );
    instance.on("response", (_client, _status, _bytes, ms) => latenciesMs.push(ms));
  });
  count("no answer in time", result.timeouts);
  count("connection failed", result.errors - result.timeouts);
  // When time is up, each connection may have one request in progress.
  const underWay = "seconds" in limit ? lists.length : 0;
  const lost = result.requests.sent - latenciesMs.length - result.errors - underWay;
  count("connection ended without an answer", lost);
  return { seconds: result.duration, latenciesMs, failures };
}

function requestOf(asked: Asked, count: (reason: string) => void): autocannon.Request {
  const { path, method = "GET", headers = {}, body, status: expected = 200 } = asked;
  return {
    path,
    method,
    headers: { "accept-encoding": "br", ...headers },
    ...(body === undefined ? {} : { body }),
    onResponse: (status) => {
      if (status !== expected) count(`${status} to ${method} ${path.replace(/\?.*/, "")}`);
    },
  };
}

/** Counts a failure by its reason; nothing for `by` 0. */
export function countFailure(failures: Map<string, number>, reason: string, by = 1): void {
  if (by > 0) failures.set(reason, (failures.get(reason) ?? 0) + by);
}

/** Returns the total number of failures. */
export function failureCount({ failures }: Pick<LoadRun, "failures">): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

/** Returns the time of the slowest answer. */
export function longestMs({ latenciesMs }: LoadRun): number {
  return latenciesMs.reduce((most, ms) => Math.max(most, ms), 0);
}

/** Column headings for `phaseRow`. */
export const phaseColumns = [
  "Phase",
  "Seconds",
  "At once",
  "Requests",
  "Errors",
  "A second",
  "× “hello”",
  "p50",
  "p95",
  "p99",
  "Longest",
];

/** Returns a load as a row; `helloRate` is the bare server's rate per second on this machine. */
export function phaseRow(name: string, run: LoadRun, atOnce: number, helloRate: number): string[] {
  const rate = run.latenciesMs.length / run.seconds;
  const percents = [50, 95, 99].map((percent) => formatMs(percentile(run.latenciesMs, percent)));
  return [
    name,
    run.seconds.toFixed(0),
    String(atOnce),
    formatCount(run.latenciesMs.length),
    formatCount(failureCount(run)),
    formatCount(rate),
    `${Number((rate / helloRate).toPrecision(2))} ×`,
    ...percents,
    formatMs(longestMs(run)),
  ];
}
