import { invalid, type AppError } from "#shared/errors.ts";

/** Creates a 400 for an answer whose challenge is unknown, expired, or used. */
export function tooLate(): AppError {
  return invalid({ passkey: ["This took too long, or it was already used. Try again."] });
}

/** Creates a 400 in the same words for an unknown passkey and a wrong signature. */
export function passkeyRefused(): AppError {
  return invalid({ passkey: ["This passkey doesn’t work here. It may have been removed."] });
}

/** Creates a 400 for a passkey whose counter went back. */
export function passkeyCopied(): AppError {
  return invalid({
    passkey: ["Refused, because this passkey may have been copied. Use another one, and remove this one."],
  });
}

/** Creates a 400 for an invitation that is unknown, used, withdrawn, or expired, without saying which. */
export function invitationOver(): AppError {
  return invalid({ invitation: ["This link has expired or was already used. Ask for a new one."] });
}
