import { isIPv4, isIPv6 } from "node:net";
import { z } from "zod";

/** Thrown by `readSettings` with every problem at once, one line each, naming its setting. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`Folio can't start: ${problems.length === 1 ? "a setting is" : "some settings are"} invalid.`);
    this.name = "SettingsError";
    this.problems = problems;
  }
}

const optionalText = z.string().trim().min(1, "is empty; enter a value or remove the line").optional();
const httpUrl = z
  .url({ protocol: /^https?$/, error: "is not an http(s) URL" })
  .transform((url) => url.replace(/\/+$/, ""));
const originUrl = httpUrl.refine((url) => new URL(url).pathname === "/" && new URL(url).search === "", {
  error: "must be an origin such as https://example.com, without a path",
});
const flag = z
  .enum(["0", "1", "true", "false"], { error: "must be 1 or 0" })
  .transform((value) => value === "1" || value === "true");
function wholeNumber(min: number, max: number) {
  return z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int({ error: `must be a whole number from ${min} to ${max}` })
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`);
}
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(/[\s,]+/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  );

/** Schema of all environment settings, read once at the start. */
const settingsSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().trim().min(1).default("127.0.0.1"),
  PUBLIC_URL: originUrl.optional(),
  DATA_DIR: z.string().trim().min(1).default("./data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }).optional(),
  SECRET_KEY: z
    .string()
    .regex(
      /^[0-9a-fA-F]{64}$/,
      "must be 64 hexadecimal digits (32 bytes), for example from `openssl rand -hex 32`",
    )
    .optional(),
  BACKUP_BEFORE_MIGRATION: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  FOLIO_DEMO: flag.default(false),
  ALLOWED_USERS: list,
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "must be debug, info, warn, error or silent",
    })
    .default("info"),
  TRUST_PROXY: list,
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),

  SITE_DIR: z.string().trim().min(1).default("./site"),
  CONTENT_DIR: z
    .string()
    .trim()
    .min(1)
    // Value in copies of an earlier .env.example; that folder no longer exists.
    .transform((path) => (/^(?:\.\/)?content\/?$/.test(path) ? undefined : path))
    .optional(),
  WORDPRESS_URL: httpUrl.optional(),
  CONTENT_WEBHOOK_SECRET: z.string().min(16, "must have at least 16 characters").optional(),

  ENTRA_CLIENT_ID: optionalText,
  ENTRA_CLIENT_SECRET: optionalText,
  ENTRA_TENANT: z.string().trim().min(1).default("organizations"),
  ENTRA_AUTHORITY: httpUrl.default("https://login.microsoftonline.com"),

  GITHUB_OWNER: z
    .string()
    .regex(/^[a-zA-Z\d](?:[a-zA-Z\d-]{0,38})$/, "is not a GitHub account name")
    .optional(),
  GITHUB_API_URL: httpUrl.default("https://api.github.com"),
  GITHUB_URL: httpUrl.default("https://github.com"),
  GITHUB_TOKEN: optionalText,
  GITHUB_CLIENT_ID: optionalText,
  GITHUB_CLIENT_SECRET: optionalText,

  CODE_INDEX: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  CODE_INDEX_FORKS: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  CODE_SEARCH_MS: wholeNumber(100, 30_000).default(1_000),
  CODE_INDEX_MB: wholeNumber(1, 2_000).default(200),
  CODE_INDEX_FILES: wholeNumber(1, 1_000_000).default(100_000),

  CONGRESS_API_KEY: optionalText,
  CONGRESS_API_URL: httpUrl.default("https://api.congress.gov/v3"),
  CONGRESS_FROM: wholeNumber(93, 200).default(113),

  PLAID_CLIENT_ID: optionalText,
  PLAID_SECRET: optionalText,
  PLAID_ENV: z.enum(["sandbox", "production"], { error: "must be sandbox or production" }).default("sandbox"),
  PLAID_URL: httpUrl.optional(),
  SIMPLEFIN_URL: z
    .url({ protocol: /^https$/, error: "is not an https URL" })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),

  SEARCHES_PER_MINUTE: wholeNumber(1, 1_000_000).default(60),
  READS_PER_MINUTE: wholeNumber(1, 1_000_000).default(300),
  WRITES_PER_MINUTE: wholeNumber(1, 1_000_000).default(120),
});

type RawSettings = z.infer<typeof settingsSchema>;

/** Mode of an upstream: the real service, or the sandbox that speaks its HTTP API. */
export type UpstreamMode = "sandbox" | "live";

/** Validated settings, each on its own and in combination. */
export type Settings = RawSettings & {
  /**
   * Mode of each upstream; content is `live` for WordPress and `files` for `content/`. `entra` is the sign-in: with passkeys it
   * may become `live` while the server runs, when the first one is made (`src/features/auth/server/live-sign-in.ts`).
   */
  modes: Record<"entra" | "github" | "congress" | "plaid" | "simplefin", UpstreamMode>;
  /**
   * Mode of the banks that people see: `live` as soon as one way to link banks is. A way whose own mode differs isn't offered,
   * because invented and real banks never mix (docs/reference/product.md, "Sandboxes").
   */
  bankMode: UpstreamMode;
  content: "files" | "wordpress";
  /** True if, according to the settings, only this machine can reach the site. */
  loopbackOnly: boolean;
  /**
   * Host name that passkeys are made for (RP ID of WebAuthn Level 3, 5.1.2), from PUBLIC_URL; null if the site has no passkeys.
   * They need a secure context and a name, and a demo invents its people.
   */
  passkeyHost: string | null;
};

/** Returns true if a sandbox is in use; a way to link banks that isn't offered has none. */
export function usesSandboxes({ modes, bankMode }: Pick<Settings, "modes" | "bankMode">): boolean {
  return [modes.entra, modes.github, modes.congress, bankMode].includes("sandbox");
}

/** Returns true for names and addresses of this machine. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}

/** Names of all settings, for the check that `.env.example` explains them all. */
export const settingNames: string[] = Object.keys(settingsSchema.shape);

/**
 * Reads the environment. An empty value counts as unset, as in `.env.example`.
 * @throws SettingsError with every missing, malformed and contradictory setting
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    settingNames.flatMap((name) => {
      const value = environment[name];
      return value === undefined || value.trim() === "" ? [] : [[name, value]];
    }),
  );
  const issues = settingsSchema.safeParse(given).error?.issues ?? [];
  const malformed = issues.map((issue) => issue.path.join("."));
  const settings = withModes(
    settingsSchema.parse(
      Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.includes(name))),
    ),
  );
  const problems = [
    ...issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    // One about a malformed setting may come from its being left out.
    ...contradictions(settings).filter((problem) => !malformed.some((name) => problem.includes(name))),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

function withModes(raw: RawSettings): Settings {
  const loopbackOnly =
    isLoopbackHost(raw.HOST) &&
    (raw.PUBLIC_URL === undefined || isLoopbackHost(new URL(raw.PUBLIC_URL).hostname));
  const passkeyHost = passkeyHostOf(raw);
  const hasLiveBanks = raw.PLAID_CLIENT_ID !== undefined || raw.SIMPLEFIN_URL !== undefined;
  const isLiveByPasskeys = passkeyHost !== null && (!loopbackOnly || hasLiveBanks);
  return {
    ...raw,
    modes: {
      entra: raw.ENTRA_CLIENT_ID !== undefined || isLiveByPasskeys ? "live" : "sandbox",
      github: raw.GITHUB_OWNER === undefined ? "sandbox" : "live",
      congress: raw.CONGRESS_API_KEY === undefined ? "sandbox" : "live",
      plaid: raw.PLAID_CLIENT_ID === undefined ? "sandbox" : "live",
      simplefin: raw.SIMPLEFIN_URL === undefined ? "sandbox" : "live",
    },
    bankMode: hasLiveBanks ? "live" : "sandbox",
    content: raw.WORDPRESS_URL === undefined ? "files" : "wordpress",
    loopbackOnly,
    passkeyHost,
  };
}

/** Returns the host for passkeys. Browsers accept a name with https, or on loopback a name with http, and never an address. */
function passkeyHostOf({ PUBLIC_URL, FOLIO_DEMO }: RawSettings): string | null {
  if (PUBLIC_URL === undefined || FOLIO_DEMO) return null;
  const { hostname, protocol } = new URL(PUBLIC_URL);
  if (isIPv4(hostname) || hostname.startsWith("[")) return null;
  return protocol === "https:" || isLoopbackHost(hostname) ? hostname : null;
}

const pairs = [
  ["ENTRA_CLIENT_ID", "ENTRA_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["PLAID_CLIENT_ID", "PLAID_SECRET"],
] as const;

/** Checks for settings that contradict each other (docs/reference/product.md, "Sandboxes" and "Roles"). */
function contradictions(settings: Settings): string[] {
  const problems: string[] = [];
  for (const [first, second] of pairs) {
    if ((settings[first] === undefined) !== (settings[second] === undefined)) {
      const [set, unset] = settings[first] === undefined ? [second, first] : [first, second];
      problems.push(`${unset} is missing. ${set} is set, and they are needed together.`);
    }
  }
  if (settings.DATABASE_URL !== undefined && settings.SECRET_KEY === undefined) {
    problems.push("SECRET_KEY is missing. With DATABASE_URL, all servers must share one key.");
  }
  if (settings.modes.entra === "sandbox" && !settings.loopbackOnly && !settings.FOLIO_DEMO) {
    problems.push(...noSignInProblems(settings));
  }
  if (settings.modes.entra === "sandbox" && settings.bankMode === "live") {
    const service = settings.modes.plaid === "live" ? "Live Plaid" : "Live SimpleFIN";
    problems.push(
      `PUBLIC_URL or ENTRA_CLIENT_ID is missing. ${service} never runs with the sandbox sign-in; PUBLIC_URL lets you sign in with a passkey.`,
    );
  }
  if (settings.FOLIO_DEMO && settings.modes.entra === "live") {
    problems.push("FOLIO_DEMO can't be combined with ENTRA_CLIENT_ID, because a demo invents its users.");
  }
  if (!isLoopbackHost(settings.HOST) && settings.PUBLIC_URL === undefined) {
    problems.push("PUBLIC_URL is missing. If HOST isn't loopback, the site must know its own address.");
  }
  if (settings.ENTRA_CLIENT_ID !== undefined && isPlainHttpBeyondLoopback(settings)) {
    problems.push("PUBLIC_URL must be https, because sign-in cookies are never sent unencrypted.");
  }
  problems.push(...proxyProblems(settings.TRUST_PROXY), ...allowListProblems(settings));
  return problems;
}

/** Explains why nobody could sign in to a site that others can reach: neither passkeys nor a provider. */
function noSignInProblems(settings: Settings): string[] {
  if (settings.PUBLIC_URL === undefined) return [];
  const reason = isPlainHttpBeyondLoopback(settings) ? "must be https" : "must have a host name";
  return [
    `PUBLIC_URL ${reason}, because passkeys need it. The sandbox sign-in lets anyone in, so it's only for loopback (or set FOLIO_DEMO=1 for a public demo).`,
  ];
}

function isPlainHttpBeyondLoopback({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL?.startsWith("http://") === true && !isLoopbackHost(new URL(PUBLIC_URL).hostname);
}

function proxyProblems(entries: string[]): string[] {
  return entries.flatMap((entry) => {
    const [address = "", bits, ...rest] = entry.split("/");
    const family = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
    const bitsFine = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= family);
    return family > 0 && bitsFine && rest.length === 0
      ? []
      : [`TRUST_PROXY contains "${entry}", which is neither an IP address nor a range such as 10.0.0.0/8.`];
  });
}

const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const address = /^[^@\s/]*@[^@\s/]+\.[^@\s/]+$/;

/**
 * Checks ALLOWED_USERS: bare addresses are safe only with one fixed Entra tenant (docs/reference/product.md, "Roles"), because
 * anyone's tenant can choose names.
 */
function allowListProblems(settings: Settings): string[] {
  const microsoft = new URL(settings.ENTRA_AUTHORITY).hostname === "login.microsoftonline.com";
  const fixedTenant =
    microsoft && (tenantId.test(settings.ENTRA_TENANT) || settings.ENTRA_TENANT.includes("."));
  return settings.ALLOWED_USERS.flatMap((entry) => {
    if (tenantId.test(entry)) return [];
    const cut = entry.lastIndexOf("/");
    const [scope, name] = cut < 0 ? ["", entry] : [entry.slice(0, cut), entry.slice(cut + 1)];
    if (!address.test(name)) {
      return [
        `ALLOWED_USERS contains "${entry}", which isn't an address, @domain, <tenant>/address, or tenant ID.`,
      ];
    }
    if (scope === "" && !fixedTenant && settings.modes.entra === "live") {
      return [
        `ALLOWED_USERS contains "${entry}" without its tenant. With ENTRA_TENANT=${settings.ENTRA_TENANT}, anyone's tenant could use the same name. Write <tenant id or issuer>/${entry}.`,
      ];
    }
    return [];
  });
}
