import { open } from "node:fs/promises";

/**
 * Has a file's bytes or a folder's names on the disk: without the latter a file renamed into the folder could be gone after
 * a power cut, and the one it replaced with it (fsync(2)).
 */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Writes a file that is not there yet and has its bytes on the disk. Only its owner can read it. */
export async function writeSynced(path: string, content: string | AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
