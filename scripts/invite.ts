import { readSettings } from "#server/settings/settings.ts";
import { InvitationRefused, inviteOwner } from "./support/owner-invitation.ts";

/** `npm run invite -- --owner`: prints a link with which the owner makes a passkey. Works while the site is running. */

try {
  const lines = await inviteOwner(readSettings(process.env), process.argv.slice(2));
  console.log(lines.join("\n"));
} catch (error) {
  if (!(error instanceof InvitationRefused)) throw error;
  console.log(error.message);
  process.exitCode = 1;
}
