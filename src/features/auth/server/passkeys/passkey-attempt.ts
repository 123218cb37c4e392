import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { HandlerContext, Kernel } from "#server/feature.ts";
import type { AuthenticationAnswer, RegistrationAnswer } from "../../contract.ts";
import { passkeyMaxAgeMs } from "../../domain/session-rules.ts";
import { tooLate } from "./passkey-errors.ts";
import { deriveKey } from "#server/settings/secret-key.ts";
import { createSealedAttempts } from "../sealed-attempt.ts";
import { challengeOf } from "./webauthn.ts";

const attemptSchema = z.object({
  /** The challenge: 32 random bytes in base64url. */
  id: z.string(),
  purpose: z.enum(["sign-in", "verify", "register"]),
  /** Person who verifies, or makes a further passkey; null for a new person, and for a sign-in by whoever has a passkey. */
  userId: z.string().nullable(),
  /** Of a registration: who the passkey is for, and with which invitation. */
  handle: z.string().default(""),
  name: z.string().default(""),
  invitationHash: z.string().nullable().default(null),
});

export type PasskeyAttempt = z.infer<typeof attemptSchema>;

/** Creates the store of challenges, which live in the browser, for five minutes, and are answered once. */
export function createPasskeyAttempts(kernel: Pick<Kernel, "database" | "now" | "secretKey">) {
  const attempts = createSealedAttempts({
    kernel,
    key: deriveKey(kernel.secretKey, "passkey attempt"),
    schema: attemptSchema,
    namePrefix: "folio-passkey-",
    maxAgeMs: passkeyMaxAgeMs,
  });
  return {
    /** Remembers an attempt in the browser and returns its challenge. */
    async begin(
      context: HandlerContext,
      attempt: Omit<z.input<typeof attemptSchema>, "id">,
    ): Promise<string> {
      const challenge = randomBytes(32).toString("base64url");
      await attempts.begin(context, attemptSchema.parse({ ...attempt, id: challenge }));
      return challenge;
    },

    /** Returns the attempt that an answer belongs to, once. @throws AppError 400 if it is unknown, expired, or used */
    async take(
      context: HandlerContext,
      answer: RegistrationAnswer | AuthenticationAnswer,
      purposes: readonly PasskeyAttempt["purpose"][],
    ): Promise<PasskeyAttempt> {
      const isWanted = ({ purpose }: PasskeyAttempt) => purposes.includes(purpose);
      const attempt = await attempts.take(context, challengeOf(answer) ?? "", isWanted);
      if (attempt === null) throw tooLate();
      return attempt;
    },
  };
}

export type PasskeyAttempts = ReturnType<typeof createPasskeyAttempts>;
