import { makeOwnerLink } from "#features/auth/server/index.ts";
import { openDatabase } from "#server/database/db.ts";
import { createLogger } from "#server/log.ts";
import { readSettings } from "#server/settings/settings.ts";

/**
 * `npm run invite -- --owner`: prints a link with which the owner makes a passkey, for the first time or after losing the others.
 * Works while the site is running.
 */

const settings = readSettings(process.env);
if (process.argv[2] !== "--owner") {
  console.log(
    "Run `npm run invite -- --owner` for a link that makes the owner's passkey. Invite others on the page Users.",
  );
  process.exitCode = 1;
} else if (settings.passkeyHost === null) {
  console.log(
    "Set PUBLIC_URL to the site's address first (https, or http://localhost). Passkeys belong to a name.",
  );
  process.exitCode = 1;
} else {
  const database = await openDatabase({
    ...(settings.DATABASE_URL === undefined ? {} : { databaseUrl: settings.DATABASE_URL }),
    dataDir: settings.DATA_DIR,
    log: createLogger({ level: "silent" }),
  });
  try {
    const link = await makeOwnerLink({ database, settings, now: () => new Date() }, { ifMissing: false });
    console.log(`Open this link within an hour to make the owner's passkey:\n\n  ${link ?? ""}\n`);
  } finally {
    await database.close();
  }
}
