import type { z } from "zod";

/** Details of a failed call, besides its kind and its message. */
export type ServiceErrorOptions = { cause?: unknown; retryAfterSeconds?: number | null };

/** A failed call to an outside service. The message is for the log and contains no key, token, query, or body. */
export abstract class ServiceError<Kind extends string> extends Error {
  readonly kind: Kind;
  /** Seconds the service asked us to wait, if it did. */
  readonly retryAfterSeconds: number | null;

  constructor(kind: Kind, message: string, { cause, retryAfterSeconds = null }: ServiceErrorOptions = {}) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns where an answer first differs from its schema, and how, to end a sentence; empty if that's unknown. */
export function mismatchOf({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? "" : ` at ${issue.path.join(".")}: ${issue.message}`;
}
