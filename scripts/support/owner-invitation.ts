import { resolve } from "node:path";
import { makeOwnerLink } from "#features/auth/server/index.ts";
import { openDatabase } from "#server/database/db.ts";
import { holdsCluster, refuseOtherVersions } from "#server/database/embedded/cluster.ts";
import { findPendingMigrations } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings/settings.ts";
import { CommandRefused } from "./command-end.ts";

/**
 * Makes a link with which the owner makes a passkey, for the first time or after losing the others; works next to a running
 * server. Returns lines for a person.
 * @throws CommandRefused
 */
export async function inviteOwner(settings: Settings, arguments_: readonly string[]): Promise<string[]> {
  if (arguments_.length !== 1 || arguments_[0] !== "--owner") {
    throw new CommandRefused(
      "Run `npm run invite -- --owner` for a link that makes the owner's passkey. The owner invites others on the page Users.",
    );
  }
  if (settings.passkeyHost === null) {
    throw new CommandRefused(
      "Set PUBLIC_URL to the site's address first: https, or http://localhost with the port. Passkeys belong to its name.",
    );
  }
  const dataDir = resolve(settings.DATA_DIR);
  if (settings.DATABASE_URL === undefined && !holdsCluster(dataDir)) {
    refuseOtherVersions(dataDir);
    throw notStarted();
  }
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir });
  try {
    if ((await findPendingMigrations(database)).pending.length > 0) throw notStarted();
    const link = await makeOwnerLink({ database, settings, now: () => new Date() }, { ifMissing: false });
    return ["Open this link within an hour to make the owner's passkey:", "", `  ${link ?? ""}`, ""];
  } finally {
    await database.close();
  }
}

function notStarted(): CommandRefused {
  return new CommandRefused("Start Folio first, which creates or upgrades its database.");
}
