import { parseArgs } from "node:util";
import { BackupError } from "#server/backup/backup-error.ts";
import { readSettings } from "#server/settings/settings.ts";
import { endWith } from "./support/command-end.ts";
import { knownPassphrase, terminalPrompt } from "./support/passphrase.ts";
import { restoreBackup } from "./support/restoration.ts";

/** `npm run restore -- <file>`: restores a backup into an empty place, fully verified. */

await endWith(async () => {
  const { values, positionals } = parseArgs({
    options: { "passphrase-file": { type: "string" } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) {
    throw new BackupError("Give one file to restore: `npm run restore -- <file>`.");
  }
  const source = {
    file: values["passphrase-file"],
    environment: process.env["FOLIO_BACKUP_PASSPHRASE"],
    prompt: terminalPrompt(),
  };
  return restoreBackup({
    settings: readSettings(process.env),
    file,
    passphrase: () => knownPassphrase(source),
    onTable: (table, rows) => console.log(`  ${table.padEnd(32)}${String(rows).padStart(10)}`),
  });
});
