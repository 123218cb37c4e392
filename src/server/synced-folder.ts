import { open } from "node:fs/promises";

/** Has a folder's names on the disk: without it a file renamed into it could be gone after a power cut, and the one it replaced with it (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
