import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { BackupError } from "#server/backup/backup-error.ts";

/** Sources of a passphrase, in this order: a file, the environment, the keyboard. */
export type PassphraseSource = {
  file: string | undefined;
  /** FOLIO_BACKUP_PASSPHRASE. */
  environment: string | undefined;
  /** Asks for it with hidden input; null if nobody can be asked. */
  prompt: ((question: string) => Promise<string>) | null;
};

/** Each guess costs half a second, so this is out of reach unless it is a common word. */
const fewestCharacters = 12;

/**
 * Returns the passphrase for a new backup, or undefined for none. A typed one is asked for twice.
 * @throws BackupError if it is too short or unavailable
 */
export async function newPassphrase(
  source: PassphraseSource,
  { isWanted }: { isWanted: boolean },
): Promise<string | undefined> {
  const given = givenPassphrase(source);
  if (given === undefined && !isWanted) return undefined;
  const passphrase = given ?? (await ask(source, "Passphrase for the backup: "));
  if (passphrase.length < fewestCharacters) {
    throw new BackupError(`The passphrase is too short. Use at least ${fewestCharacters} characters.`);
  }
  if (given === undefined && (await ask(source, "Repeat the passphrase: ")) !== passphrase) {
    throw new BackupError("The passphrases don't match.");
  }
  return passphrase;
}

/**
 * Returns the passphrase of an existing backup.
 * @throws BackupError if it is unavailable
 */
export async function knownPassphrase(source: PassphraseSource): Promise<string> {
  return givenPassphrase(source) ?? (await ask(source, "Passphrase of the backup: "));
}

function givenPassphrase({ file, environment }: PassphraseSource): string | undefined {
  if (file === undefined) return environment === "" ? undefined : environment;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new BackupError(`Can't read the passphrase from ${file}.`, { cause: error });
  }
  // Editors and `echo` add a line end that isn't part of it.
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase === "") throw new BackupError(`The passphrase file ${file} is empty.`);
  return passphrase;
}

async function ask({ prompt }: PassphraseSource, question: string): Promise<string> {
  if (prompt === null) {
    throw new BackupError("A passphrase is required. Use --passphrase-file or FOLIO_BACKUP_PASSPHRASE.");
  }
  return prompt(question);
}

/** Returns a prompt with hidden input, or null if there is no terminal. */
export function terminalPrompt(): PassphraseSource["prompt"] {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    process.stderr.write(question);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
    try {
      return await lines.question("");
    } finally {
      lines.close();
      process.stderr.write("\n");
    }
  };
}
