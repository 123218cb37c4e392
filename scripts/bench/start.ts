import { spawn } from "node:child_process";
import { join } from "node:path";
import { repoRoot } from "../support/repo-paths.ts";
import { atMost, formatSeconds, median, type PartReport } from "./results.ts";
import { startSite, withDirectory } from "./servers.ts";

const runs = 3;
const firstStartMs = 5000;
const laterStartMs = 2000;

/** Measures the time from a command to the printed address: the build, a start with an empty DATA_DIR, and later starts. */
export async function measureStart(): Promise<PartReport> {
  const buildMs = await timeScript("scripts/build.ts");
  const first: number[] = [];
  const later: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await withDirectory(async (directory) => {
      first.push(await timeStart(join(directory, "data")));
      later.push(await timeStart(join(directory, "data")));
    });
  }
  return {
    title: "Start",
    results: [
      { name: "Build of the client, for the browser and for the server", value: formatSeconds(buildMs) },
      atMost("First start, DATA_DIR empty", median(first), firstStartMs, formatSeconds),
      atMost("Later starts", median(later), laterStartMs, formatSeconds),
    ],
    remarks: [`Starts run from spawning the server to the printed address, median of ${runs}.`],
  };
}

async function timeStart(dataDir: string): Promise<number> {
  const site = await startSite(dataDir);
  await site.stop();
  return site.startMs;
}

function timeScript(path: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path], { cwd: repoRoot, stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - startedAt);
      else reject(new Error(`${path} exited with code ${code}`));
    });
  });
}
