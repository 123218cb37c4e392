import { join, relative, resolve } from "node:path";

/** The kernel's place for a socket's path, its end included, is 108 bytes on Linux and 104 on macOS and the BSDs. */
const mostPathBytes = process.platform === "linux" ? 107 : 103;

/** Either where a server's control socket is, or why there can be none and what to do, as a sentence without a full stop. */
export type ControlPath = { path: string } | { impossible: string };

/**
 * Where the control socket of a DATA_DIR is: its path as it is or, where that is shorter, from the working directory,
 * which server and commands share.
 */
export function controlPath(dataDir: string): ControlPath {
  if (process.platform === "win32") {
    return {
      impossible: "this system has no Unix sockets with modes: stop the server and run the command again",
    };
  }
  const absolute = join(resolve(dataDir), "control.sock");
  const short = [absolute, relative(process.cwd(), absolute)].toSorted(
    (a, b) => Buffer.byteLength(a) - Buffer.byteLength(b),
  )[0];
  if (short === undefined || Buffer.byteLength(short) > mostPathBytes) {
    return {
      impossible: `the path ${absolute} is longer than the ${mostPathBytes} bytes that a Unix socket can have: give DATA_DIR a shorter path, such as a symbolic link to it, or stop the server and run the command again`,
    };
  }
  return { path: short };
}
