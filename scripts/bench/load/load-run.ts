import autocannon from "autocannon";
import { formatCount, formatMs, percentile } from "../results.ts";

/** One request of a load: what is asked for, and the status that is right for it. */
export type Asked = {
  path: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** 200 unless said. */
  status?: number;
};

/** What came of a load: how long each answer took, and by reason how often there was none or a wrong one. */
export type LoadRun = { seconds: number; latenciesMs: number[]; failures: Map<string, number> };

/** A request that is not answered in this time has failed. */
export const timeoutSeconds = 10;

/**
 * Sends requests without a pause, one list on each connection, over and over: for so many seconds, or until there were
 * `amount` of them. Compressed answers are asked for unless a request says otherwise.
 */
export async function runLoad(
  origin: string,
  lists: Asked[][],
  limit: { seconds: number } | { amount: number },
): Promise<LoadRun> {
  const latenciesMs: number[] = [];
  const failures = new Map<string, number>();
  const count = (reason: string, by = 1) => {
    if (by > 0) failures.set(reason, (failures.get(reason) ?? 0) + by);
  };
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
  // When time is up, each connection may have one request under way.
  const underWay = "seconds" in limit ? lists.length : 0;
  const lost = result.requests.sent - latenciesMs.length - result.errors - underWay;
  count("connection ended without an answer", lost);
  return { seconds: result.duration, latenciesMs, failures };
}

function requestOf(asked: Asked, count: (reason: string) => void): autocannon.Request {
  const { path, method = "GET", headers = {}, body, status: wanted = 200 } = asked;
  return {
    path,
    method,
    headers: { "accept-encoding": "br", ...headers },
    ...(body === undefined ? {} : { body }),
    onResponse: (status) => {
      if (status !== wanted) count(`${status} to ${method} ${path.replace(/\?.*/, "")}`);
    },
  };
}

/** How often something failed, in all. */
export function failureCount({ failures }: LoadRun): number {
  return [...failures.values()].reduce((sum, count) => sum + count, 0);
}

/** The heads of the columns that `phaseRow` fills. */
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

/** A load as a row; `helloRate` is what the bare server answers a second on this machine. */
export function phaseRow(name: string, run: LoadRun, atOnce: number, helloRate: number): string[] {
  const rate = run.latenciesMs.length / run.seconds;
  const percents = [50, 95, 99].map((percent) => formatMs(percentile(run.latenciesMs, percent)));
  const longest = run.latenciesMs.reduce((most, ms) => Math.max(most, ms), 0);
  return [
    name,
    run.seconds.toFixed(0),
    String(atOnce),
    formatCount(run.latenciesMs.length),
    formatCount(failureCount(run)),
    formatCount(rate),
    `${Number((rate / helloRate).toPrecision(2))} ×`,
    ...percents,
    formatMs(longest),
  ];
}
