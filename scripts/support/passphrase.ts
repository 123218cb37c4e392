import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { BackupError } from "#server/backup/backup-error.ts";

/** Where a passphrase may come from, in this order: a file, the environment, the keyboard. */
export type PassphraseSource = {
  file: string | undefined;
  /** FOLIO_BACKUP_PASSPHRASE. */
  environment: string | undefined;
  /** Asks for it, without showing what is typed; null where nobody can be asked. */
  prompt: ((question: string) => Promise<string>) | null;
};

/** Guesses cost half a second each, so this is not within reach of a machine, unless it is a word. */
const fewestCharacters = 12;

/**
 * The passphrase for a new backup; undefined where none is wished for. Typed ones are asked for twice.
 * @throws BackupError where it is too short, or cannot be had
 */
export async function newPassphrase(
  source: PassphraseSource,
  { isWanted }: { isWanted: boolean },
): Promise<string | undefined> {
  const given = givenPassphrase(source);
  if (given === undefined && !isWanted) return undefined;
  const passphrase = given ?? (await ask(source, "Passphrase for the backup: "));
  if (passphrase.length < fewestCharacters) {
    throw new BackupError(`The passphrase is too short: it needs ${fewestCharacters} characters at least.`);
  }
  if (given === undefined && (await ask(source, "The same again: ")) !== passphrase) {
    throw new BackupError("The two passphrases are not the same.");
  }
  return passphrase;
}

/**
 * The passphrase of a backup that is there.
 * @throws BackupError where it cannot be had
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
    throw new BackupError(`The passphrase cannot be read from ${file}.`, { cause: error });
  }
  // Editors and `echo` end a line that is not part of it.
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase === "") throw new BackupError(`The passphrase file ${file} is empty.`);
  return passphrase;
}

async function ask({ prompt }: PassphraseSource, question: string): Promise<string> {
  if (prompt === null) {
    throw new BackupError(
      "A passphrase is needed: give it with --passphrase-file, or in FOLIO_BACKUP_PASSPHRASE.",
    );
  }
  return prompt(question);
}

/** Asks at the terminal and shows nothing of the answer; null where there is no terminal. */
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
