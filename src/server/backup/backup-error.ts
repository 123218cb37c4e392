/** A file that cannot be restored, or a backup that cannot be made; the message says why and what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** The sentence for a file in which a byte has changed. */
export function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged: its checksums do not match. Take another backup.`, { cause });
}

/** The sentence for a file whose end is missing. */
export function cutShort(path: string, cause?: unknown): BackupError {
  return new BackupError(
    `${path} ends too early: it was not written or copied to its end. Take another backup.`,
    { cause },
  );
}
