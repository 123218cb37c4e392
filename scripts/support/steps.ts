import { spawn, type ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { repoRoot } from "./repo-paths.ts";

/** One command of a check run. */
export type Step = {
  name: string;
  /** Arguments for our own Node: a script and its arguments. */
  args: string[];
  environment?: Record<string, string>;
  /** Time limit, so that a hanging run doesn't block CI. */
  timeoutMs?: number;
  /** Advice for the person if it fails. */
  cure?: string;
  /** Takes only the time of the cores that other steps leave over. */
  isIdle?: boolean;
};

export type StepResult = { name: string; ok: boolean; seconds: number; cure?: string };

const defaultTimeoutMs = 5 * 60_000;

/**
 * Runs a step. `live` passes its output through, for one of several that run at once; otherwise the output is shown only on
 * failure, so that they don't mix.
 */
export async function runStep(step: Step, options: { live: boolean }): Promise<StepResult> {
  const startedAt = performance.now();
  if (options.live) console.log(`\n── ${step.name}`);
  const child = spawn(process.execPath, step.args, {
    cwd: repoRoot,
    env: { ...process.env, ...step.environment },
    stdio: options.live ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  if (step.isIdle === true && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const problem = await endOf(child, step.timeoutMs ?? defaultTimeoutMs);
  const seconds = (performance.now() - startedAt) / 1000;
  if (problem !== null) console.log(`${output}${output === "" || output.endsWith("\n") ? "" : "\n"}`);
  console.log(
    `${problem === null ? "✓" : "✗"} ${step.name.padEnd(28)}${seconds.toFixed(1).padStart(6)} s${problem === null ? "" : `  ${problem}`}`,
  );
  const result = { name: step.name, ok: problem === null, seconds };
  return step.cure === undefined ? result : { ...result, cure: step.cure };
}

/** Returns null for success, else a short reason. */
async function endOf(child: ChildProcess, timeoutMs: number): Promise<string | null> {
  let isLate = false;
  const stop = setTimeout(() => {
    isLate = true;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  }, timeoutMs);
  try {
    return await new Promise((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => {
        if (isLate) resolve(`stopped after ${Math.round(timeoutMs / 1000)} s`);
        else resolve(code === 0 ? null : `exited with ${signal ?? `code ${code}`}`);
      });
    });
  } finally {
    clearTimeout(stop);
  }
}

/** Runs lanes concurrently, each lane's steps one after the other; two lanes use two cores. */
export async function runLanes(lanes: Step[][]): Promise<StepResult[]> {
  const results = await Promise.all(
    lanes.map(async (lane) => {
      const done: StepResult[] = [];
      for (const step of lane) done.push(await runStep(step, { live: false }));
      return done;
    }),
  );
  return results.flat();
}

/** Returns the summary: what failed and what to do about it. */
export function failureSummary(results: StepResult[]): string {
  const failed = results.filter(({ ok }) => !ok);
  if (failed.length === 0) return "";
  const lines = failed.map(({ name, cure }) => `  ✗ ${name}${cure === undefined ? "" : `: ${cure}`}`);
  return `\nFailed:\n${lines.join("\n")}\n`;
}
