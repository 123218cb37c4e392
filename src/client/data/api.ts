import type { authContract } from "#features/auth/contract.ts";
import type { billsContract } from "#features/bills/contract.ts";
import type { budgetsContract } from "#features/budgets/contract.ts";
import type { codeSearchContract } from "#features/code-search/contract.ts";
import type { contentContract } from "#features/content/contract.ts";
import type { githubContract } from "#features/github/contract.ts";
import type { householdContract } from "#features/household/contract.ts";
import type { importsContract } from "#features/imports/contract.ts";
import type { incomeContract } from "#features/income/contract.ts";
import type { institutionsContract } from "#features/institutions/contract.ts";
import type { overviewContract } from "#features/overview/contract.ts";
import type { personalDataContract } from "#features/personal-data/contract.ts";
import type { productsContract } from "#features/products/contract.ts";
import type { reportsContract } from "#features/reports/contract.ts";
import type { transactionsContract } from "#features/transactions/contract.ts";
import { ApiError, networkFailure, readAnswer, type ApiResult } from "#shared/envelope.ts";
import type { z } from "zod";
import { moneyHeaders } from "../household/shown-membership.ts";

/** Contracts of all calls. Types only, so that no schema library reaches the browser. */
type Contracts = typeof contentContract &
  typeof authContract &
  typeof githubContract &
  typeof codeSearchContract &
  typeof billsContract &
  typeof productsContract &
  typeof institutionsContract &
  typeof transactionsContract &
  typeof importsContract &
  typeof incomeContract &
  typeof overviewContract &
  typeof reportsContract &
  typeof householdContract &
  typeof personalDataContract &
  typeof budgetsContract;
type Endpoints = Contracts[keyof Contracts];

type PathOf<Method> = Extract<Endpoints, { method: Method }>["path"];
type EndpointAt<Method, Path> = Extract<Endpoints, { method: Method; path: Path }>;
type InputAt<Method, Path> = z.input<EndpointAt<Method, Path>["input"]>;
type OutputAt<Method, Path> = z.output<EndpointAt<Method, Path>["output"]>;
/** Arguments of a call; an input without required fields is optional. */
type Arguments<Input> = Record<string, never> extends Input ? [input?: Input] : [input: Input];

/** Typed API client. Throws every failure as an ApiError with a sentence for the person. */
export type Api = {
  get<Path extends PathOf<"GET">>(
    path: Path,
    ...args: Arguments<InputAt<"GET", Path>>
  ): Promise<OutputAt<"GET", Path>>;
  post<Path extends PathOf<"POST">>(
    path: Path,
    /** The last argument goes into the query string (`queryFields`). */
    ...args: [...Arguments<InputAt<"POST", Path>>, query?: Partial<InputAt<"POST", Path>>]
  ): Promise<OutputAt<"POST", Path>>;
};

export type ApiFetch = (path: string, init: RequestInit) => Response | Promise<Response>;

/** Id of this tab, by which it ignores notifications of its own changes (`live-changes.ts`). */
export const tabId = String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** Creates the API client. `fetcher` is the browser's fetch, or on the server a call into the app. */
export function createApi(fetcher: ApiFetch, tenant: string): Api {
  const headers = {
    "x-tenant": tenant,
    "x-tab": tabId,
    "content-type": "application/json",
    accept: "application/json",
  };

  async function call(path: string, init: RequestInit): Promise<unknown> {
    const result = await answerOf(fetcher, path, { ...init, headers: { ...headers, ...moneyHeaders } });
    if (!result.success) {
      const { statusCode, errors } = result;
      const isRefused = statusCode === 403 || statusCode === 409;
      if (isRefused && errors !== null && ("household" in errors || "money" in errors)) {
        // Loaded only now, because hardly any page needs it.
        void import("../household/switches.ts").then(
          ({ leaveOtherMoney }) => leaveOtherMoney(errors),
          () => undefined,
        );
      }
      throw new ApiError(result);
    }
    return result.data;
  }

  const untyped = {
    get: (path: string, input?: object) => call(`${path}${queryText(input)}`, { method: "GET" }),
    post: (path: string, input?: object, query?: object) =>
      call(`${path}${queryText(query)}`, { method: "POST", body: JSON.stringify(input ?? {}) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ties the wire to the contract's types: the server parses what leaves
  return untyped as Api;
}

async function answerOf(fetcher: ApiFetch, path: string, init: RequestInit): Promise<ApiResult<unknown>> {
  try {
    const response = await fetcher(path, init);
    const body: unknown = await response.json().catch(() => null);
    return readAnswer(response, body);
  } catch (error) {
    return networkFailure(error);
  }
}

function queryText(input: object | undefined): string {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
