import { open } from "node:fs/promises";

/**
 * Flushes a file or folder to disk (fsync(2)). Without flushing the folder, a power cut after a rename could lose both the new
 * file and the one it replaced.
 */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates a file and flushes it to disk. Only its owner can read it. */
export async function writeSynced(path: string, content: string | AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
