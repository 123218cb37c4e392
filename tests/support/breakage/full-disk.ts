import fs from "node:fs";

/**
 * Preloaded into a child process (`--import`), lets writes below the directory FULL_DISK_UNDER fail as on a disk without
 * room, from one SIGUSR2 to the next. Needs /proc to name a descriptor (Linux).
 */
const under = process.env["FULL_DISK_UNDER"] ?? "";
const { writeSync } = fs;
let isFull = false;

process.on("SIGUSR2", () => {
  isFull = !isFull;
  fs.writeFileSync(`${under}.disk`, isFull ? "full" : "free");
});

/** A disk without room still takes what replaces bytes that are there: only growing files fail. */
fs.writeSync = ((descriptor: number, ...args: unknown[]) => {
  if (isFull && isBelow(descriptor) && isGrowing(descriptor, args)) {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", errno: -28 });
  }
  return Reflect.apply(writeSync, fs, [descriptor, ...args]);
}) as typeof writeSync;

function isBelow(descriptor: number): boolean {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(under);
}

/** Of `buffer, offset, length, position`, as the database's engine calls it. */
function isGrowing(descriptor: number, [, , length, position]: unknown[]): boolean {
  return Number(position) + Number(length) > fs.fstatSync(descriptor).size;
}
