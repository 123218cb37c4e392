import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, posix, relative } from "node:path";
import { isIgnored, type Stage, type Step } from "./image-recipe.ts";

/** Carries out a RUN in `directory`, with the stage's variables. */
export type RunCommand = (command: string, place: { root: string; directory: string }) => void;

export type ImageBuild = {
  stages: Stage[];
  /** The checkout; .dockerignore applies. */
  context: string;
  dockerignore: string;
  /** Each stage's file system is a folder in it. */
  directory: string;
  /** Commands by prefix; an unknown one fails the build. */
  commands: Record<string, RunCommand>;
};

export type BuiltStage = { root: string; workdir: string; environment: Record<string, string> };

/**
 * Executes a Dockerfile without an engine: each stage becomes a folder, COPY copies what .dockerignore allows, and RUN does
 * what `commands` define. Returns the last stage.
 * @throws Error for a missing source, an unknown stage or an unknown command
 */
export function buildImage(build: ImageBuild): BuiltStage {
  const built = new Map<string, BuiltStage>();
  let last: BuiltStage | undefined;
  for (const [index, stage] of build.stages.entries()) {
    const name = stage.name ?? String(index);
    const base = built.get(stage.base);
    const root = join(build.directory, name);
    mkdirSync(root, { recursive: true });
    if (base !== undefined) cpSync(base.root, root, { recursive: true });
    last = { root, workdir: base?.workdir ?? "/", environment: { ...base?.environment } };
    for (const step of stage.steps) carryOut(step, last, build, built);
    built.set(name, last);
  }
  if (last === undefined) throw new Error("The Dockerfile has no stage.");
  return last;
}

function carryOut(step: Step, stage: BuiltStage, build: ImageBuild, built: Map<string, BuiltStage>): void {
  if (step.kind === "workdir") {
    stage.workdir = posix.resolve(stage.workdir, step.path);
    mkdirSync(join(stage.root, stage.workdir), { recursive: true });
  }
  if (step.kind === "env") Object.assign(stage.environment, step.values);
  if (step.kind === "run") {
    const known = Object.entries(build.commands).find(([beginning]) => step.command.startsWith(beginning));
    if (known === undefined) throw new Error(`Nobody told this test what RUN ${step.command} does.`);
    known[1](step.command, { root: stage.root, directory: join(stage.root, stage.workdir) });
  }
  if (step.kind === "copy") copy(step, stage, build, built);
}

function copy(
  step: Extract<Step, { kind: "copy" }>,
  stage: BuiltStage,
  build: ImageBuild,
  built: Map<string, BuiltStage>,
): void {
  const other = step.from === null ? undefined : built.get(step.from);
  if (step.from !== null && other === undefined) throw new Error(`COPY --from=${step.from}: no such stage`);
  const sourceRoot = other?.root ?? build.context;
  const target = join(stage.root, posix.resolve(stage.workdir, step.target));
  const sources = step.sources.flatMap((source) => found(source, sourceRoot));
  if (sources.length === 0) throw new Error(`COPY ${step.sources.join(" ")}: nothing of it exists`);
  for (const source of sources) {
    const isFolder = statSync(source).isDirectory();
    const intoFolder = step.target.endsWith("/") || sources.length > 1;
    const place = isFolder || !intoFolder ? target : join(target, posix.basename(source));
    mkdirSync(dirname(place), { recursive: true });
    const isSeen = (path: string) =>
      other !== undefined ||
      path === sourceRoot ||
      !isIgnored(relative(sourceRoot, path), build.dockerignore);
    cpSync(source, place, {
      recursive: true,
      verbatimSymlinks: true,
      // A folder may be ignored except for some of its content.
      filter: (path) => isSeen(path) || statSync(path).isDirectory(),
    });
  }
}

function found(source: string, root: string): string[] {
  const pattern = isAbsolute(source) ? source.slice(1) : source;
  const paths = globSync(pattern, { cwd: root }).map((path) => join(root, path));
  if (paths.length === 0 && !/[*?[]/.test(source)) throw new Error(`COPY ${source}: it does not exist`);
  return paths;
}

/** Runs a program and returns its result; on failure its output explains the error. */
export function runToEnd(
  program: string,
  args: string[],
  options: { cwd: string; env: Record<string, string | undefined>; timeoutMs: number },
): { status: number | null; output: string } {
  const { cwd, env, timeoutMs: timeout } = options;
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, timeout, encoding: "utf8" });
  return { status, output: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}` };
}
