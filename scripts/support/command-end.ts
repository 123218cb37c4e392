import { BackupError } from "#server/backup/backup-error.ts";
import { SettingsError } from "#server/settings/settings.ts";
import { messageOf } from "./doctor/doctor-report.ts";

/** A command that did nothing; the message says why and what to do. */
export class CommandRefused extends Error {
  override name = "CommandRefused";
}

/**
 * Runs a command, prints its lines and exits with 0, or prints an error message for the owner and exits with 1. A signal ends
 * it at once; unfinished files are never in their final place.
 */
export async function endWith(command: () => Promise<string[]>): Promise<void> {
  try {
    console.log((await command()).join("\n"));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return [error.message, ...error.problems].join("\n  ");
  if (error instanceof BackupError || error instanceof CommandRefused) return error.message;
  return process.env["LOG_LEVEL"] === "debug" && error instanceof Error
    ? (error.stack ?? error.message)
    : messageOf(error);
}
