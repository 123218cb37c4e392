import { readSettings } from "#server/settings/settings.ts";
import { endWith } from "./support/command-end.ts";
import { inviteOwner } from "./support/owner-invitation.ts";

/** `npm run invite -- --owner`: prints a link with which the owner makes a passkey. Works while the site is running. */

await endWith(async () => inviteOwner(readSettings(process.env), process.argv.slice(2)));
