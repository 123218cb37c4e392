import pino from "pino";

/** The log as our code sees it; backed by `pino`, so that tests can pass their own. */
export type Logger = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Logger;
};

const secretKey =
  /^(authorization|cookie|set-cookie|proxy-authorization|x-api-key|password|passphrase|secret|.*_secret|.*Secret|secretKey|.*[tT]oken|.*_token|token_hash|code_verifier|nonce|account_?number|accountNumber|routing|iban)$/i;

/**
 * Secrets that may occur in longer text: bearer tokens, JWTs, GitHub's and Plaid's tokens, our own cookies, and numbers as long as
 * an account's, unless they end a UUID, such as a request's id.
 */
const secretText =
  /\b(?:Bearer\s+[\w.~+/=-]+|eyJ[\w-]{1,4000}\.[\w-]+\.[\w-]*|gh[opsur]_\w{8,}|github_pat_\w+|(?:access|public|link)-(?:sandbox|development|production)-[\w-]+|(?:__Host-)?folio(?:-signin)?=[^;\s"]+)|(?<=[?&](?:code|state|access_token|id_token|api_key|token)=)[^&\s"]+|\b\d{9,19}\b(?<![\da-f]{8}(?:-[\da-f]{4}){3}-\d{12})/g;

/** Secret of a calendar feed's address anywhere in text; `:secret` is a route's own name for it. */
const feedAddress = /((?:[\\/]|%2f|%5c)calendar(?:[\\/]|%2f|%5c)+)(?!:secret)[^\s"'<>?#]+/gi;
const mostDecodings = 4;

/** Characters that JSON leaves alone but terminals interpret (C1 control characters) or treat as a line end. */
const unescapedControls = /[\u007f-\u009f\u2028\u2029]/g;

const redacted = "[redacted]";
const maxDepth = 6;

/**
 * Replaces secrets in logged values, recognized by the key's name or the text's form, and control characters that would reach a
 * terminal.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return withoutFeedSecrets(value).replace(secretText, redacted).replace(unescapedControls, "\ufffd");
  if (value === null || typeof value !== "object") return value;
  if (depth >= maxDepth) return "[deep]";
  if (value instanceof Error) return redactError(value, depth);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(redactedEntries(value, depth));
}

/**
 * Redacts feed secrets by the address's form, because even a request that no route matches has a path; also if letters are
 * percent-encoded.
 */
function withoutFeedSecrets(text: string): string {
  const plain = text.replace(feedAddress, `$1${redacted}`);
  if (!plain.includes("%")) return plain;
  return plain
    .split(/(\s+)/)
    .map((word) => (hidesFeedAddress(word) ? redacted : word))
    .join("");
}

function hidesFeedAddress(word: string): boolean {
  let decoded = word;
  for (let times = 0; times < mostDecodings && decoded.includes("%"); times += 1) {
    decoded = decoded.replaceAll(/%([0-7][\da-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const found = decoded.match(feedAddress)?.join("") ?? "";
    if (found.replaceAll(redacted, "").replace(/[\\/]+calendar[\\/]+/gi, "") !== "") return true;
  }
  return false;
}

function redactedEntries(fields: object, depth = 0): [string, unknown][] {
  return Object.entries(fields).map(([key, item]) => [
    key,
    secretKey.test(key) ? redacted : redact(item, depth + 1),
  ]);
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redact(error.message),
    stack: redact(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}

/** Logs JSON lines to standard output (or `destination`), one per message, with secrets redacted. */
export function createLogger(options: {
  level: string;
  destination?: { write(line: string): void };
}): Logger {
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination ?? pino.destination({ sync: true }),
  );
  return redacting(logger, {});
}

/**
 * Sends everything to pino through `redact`. The fields of a child are kept here and added to each line: every request has a
 * child, and pino's own would serialize them at once, used or not, and without `redact`.
 */
function redacting(logger: pino.Logger, bindings: object): Logger {
  function write(level: "debug" | "info" | "warn" | "error", fields: object, message: string): void {
    if (logger.isLevelEnabled(level))
      logger[level](redact({ ...bindings, ...fields }), String(redact(message)));
  }
  return {
    debug: (fields, message) => write("debug", fields, message),
    info: (fields, message) => write("info", fields, message),
    warn: (fields, message) => write("warn", fields, message),
    error: (fields, message) => write("error", fields, message),
    child: (fields) => redacting(logger, { ...bindings, ...fields }),
  };
}
