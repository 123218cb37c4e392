import { parseArgs } from "node:util";
import { readSettings } from "#server/settings/settings.ts";
import { makeBackup } from "./support/backup-run.ts";
import { endWith } from "./support/command-end.ts";
import { newPassphrase, terminalPrompt } from "./support/passphrase.ts";

/** `npm run backup`: writes everything in the database to one file, whether the server is running or not (docs/operations.md). */

await endWith(async () => {
  const { values } = parseArgs({
    options: {
      /** A file or a folder. */
      to: { type: "string" },
      encrypt: { type: "boolean", default: false },
      "passphrase-file": { type: "string" },
    },
  });
  const source = {
    file: values["passphrase-file"],
    environment: process.env["FOLIO_BACKUP_PASSPHRASE"],
    prompt: terminalPrompt(),
  };
  const settings = readSettings(process.env);
  const passphrase = await newPassphrase(source, { isWanted: values.encrypt });
  const encryption = passphrase === undefined ? undefined : { passphrase };
  return makeBackup({ settings, to: values.to, encryption });
});
