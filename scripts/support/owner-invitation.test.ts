import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "#server/database/db.ts";
import { readSettings } from "#server/settings/settings.ts";
import { createPasskeySite, tokenOf } from "../../tests/support/sites/passkey-site.ts";
import { copyNewDataDir } from "../../tests/support/test-database.ts";
import { inviteOwner } from "./owner-invitation.ts";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "folio-invite-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function settingsWith(environment: Record<string, string>) {
  return readSettings({ DATA_DIR: directory, ...environment });
}

const publicUrl = { PUBLIC_URL: "http://localhost:3000" };

it.each([
  ["without saying for whom", publicUrl, [], "npm run invite -- --owner"],
  ["for someone else", publicUrl, ["--member"], "The owner invites others on the page Users"],
  ["without PUBLIC_URL", {}, ["--owner"], "Set PUBLIC_URL"],
  ["before the first start", publicUrl, ["--owner"], "Start Folio first"],
])("makes no link %s", async (_case, environment, given, words) => {
  await expect(inviteOwner(settingsWith(environment), given)).rejects.toThrow(words);
});

it("prints a link next to the running site, which makes the owner there", async () => {
  await copyNewDataDir(directory, { isMigrated: true });
  const database = await openDatabase({ dataDir: directory });
  try {
    const site = createPasskeySite(database);
    const lines = await inviteOwner(settingsWith(publicUrl), ["--owner"]);
    const link = lines.find((line) => line.includes("#"))?.trim() ?? "";
    const browser = site.browser();
    const made = await browser.register(site.authenticator(), { invitation: tokenOf(link), name: "Robin" });
    expect(made.status).toBe(200);
  } finally {
    await database.close();
  }
});
