import { escapeXml } from "#shared/text/xml.ts";

/** JSON answers of the service (docs/reference/upstreams.md, "Congress envelope" and "Congress errors"). */
type Json = Record<string, unknown>;

/** Query parameters the service supports; it silently ignores others (docs/reference/upstreams.md, "Congress parameters"). */
export type ListRequest = { offset: number; limit: number; format: string | null; sort: string | null };

const defaultLimit = 20;
const mostRows = 250;

export function readListRequest(query: URLSearchParams): ListRequest {
  return {
    offset: wholeNumber(query.get("offset")) ?? 0,
    limit: Math.min(mostRows, Math.max(1, wholeNumber(query.get("limit")) ?? defaultLimit)),
    format: query.get("format"),
    sort: query.get("sort"),
  };
}

function wholeNumber(value: string | null): number | null {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** Returns `next` and `prev` without the key, with the parameters in the recorded order; absent at the ends. */
export function paginationOf(
  address: string,
  request: ListRequest,
  query: URLSearchParams,
  count: number,
): Json {
  const { offset, limit } = request;
  function link(to: number): string {
    // The service repeats the other parameters as it parsed them: `sort` with a bare space.
    const others = ["sort", "fromDateTime", "toDateTime"].flatMap((name) => {
      const value = query.get(name);
      return value === null ? [] : [`&${name}=${value.replace("+", " ")}`];
    });
    return `${address}?offset=${to}&limit=${limit}&format=json${others.join("")}`;
  }
  return {
    count,
    ...(offset + limit < count ? { next: link(offset + limit) } : {}),
    ...(offset > 0 ? { prev: link(Math.max(0, offset - limit)) } : {}),
  };
}

/** Returns a gateway error, an object with a code. */
export function gatewayError(code: string): Json {
  return { error: { code, message: gatewayMessages[code] ?? "" } };
}

const gatewayMessages: Record<string, string | undefined> = {
  API_KEY_MISSING: "No api_key was supplied. Get one at https://api.congress.gov:443",
  API_KEY_INVALID: "An invalid api_key was supplied. Get one at https://api.congress.gov:443",
  OVER_RATE_LIMIT:
    "You have exceeded your rate limit. Try again later or contact us at https://api.congress.gov:443/contact/ for assistance",
};

/** Returns the service's default format, XML (docs/reference/upstreams.md, "Congress parameters"). */
export function toXml(answer: Json): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<api-root>${xmlOf(answer)}</api-root>`;
}

function xmlOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((item) => `<item>${xmlOf(item)}</item>`).join("");
  if (typeof value === "string") return escapeXml(value);
  if (typeof value !== "object") return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
    .join("");
}
