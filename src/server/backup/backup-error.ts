/** Error for a file that can't be restored or a backup that can't be made. The message says why and what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Creates the error for a file with a changed byte. */
export function damaged(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged (its checksums don't match). Use another backup.`, { cause });
}

/** Creates the error for a file whose end is missing. */
export function cutShort(path: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is incomplete. Copy it again, or use another backup.`, { cause });
}
