import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { repoRoot } from "../../scripts/support/repo-paths.ts";

/** Far more than needed, because a busy machine isn't the server's fault. */
const startTimeoutMs = 120_000;

/** Starts a program of this repository, with none of the person's own settings. */
export function startProgram(args: readonly string[], environment: Record<string, string>) {
  return spawn(process.execPath, args, {
    cwd: repoRoot,
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Returns what a program prints, and how it ends. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (output += String(part)));
  await once(child, "close");
  return { code: child.exitCode, output };
}

/** Waits for the address that a server prints once it is ready. @throws Error with its output if it ends or takes too long */
export function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    function fail(reason: string) {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new Error(`${reason}\n${output}`));
    }
    const timer = setTimeout(() => fail("The server printed no address."), startTimeoutMs);
    function read(chunk: Buffer) {
      output += chunk.toString();
      const address = /\bready: (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    }
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(`The server exited with ${code}.`));
  });
}

/** Stops a program; returns its exit code, or null if a signal ended it. */
export async function endProgram(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return child.exitCode;
}
