import { posix } from "node:path";
import { matchesGlob } from "node:path/posix";
import { Cmd, Copy, DockerfileParser, Env, From, Label } from "dockerfile-ast";
import type { Instruction, JSONInstruction } from "dockerfile-ast";

/** Parses a Dockerfile and a .dockerignore, for tests that compare them with the checkout. */

export type Step =
  | { kind: "workdir"; path: string }
  | { kind: "env" | "label"; values: Record<string, string> }
  | { kind: "copy"; from: string | null; sources: string[]; target: string }
  | { kind: "run"; command: string }
  | { kind: "other"; keyword: string; text: string };

export type Stage = { name: string | null; base: string; steps: Step[]; command: string[] | null };

/**
 * Returns the stages in order.
 * @throws Error for an instruction before the first FROM
 */
export function readRecipe(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From) {
      const base = instruction.getImage() ?? "";
      stages.push({ name: instruction.getBuildStage(), base, steps: [], command: null });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error(`${instruction.getKeyword()} stands before the first FROM`);
    if (instruction instanceof Cmd) stage.command = jsonStrings(instruction);
    stage.steps.push(stepOf(instruction));
  }
  return stages;
}

function stepOf(instruction: Instruction): Step {
  const text = instruction.getArgumentsContent() ?? "";
  const keyword = instruction.getKeyword().toUpperCase();
  if (keyword === "WORKDIR") return { kind: "workdir", path: text };
  if (instruction instanceof Env) return { kind: "env", values: propertiesOf(instruction) };
  if (instruction instanceof Label) return { kind: "label", values: propertiesOf(instruction) };
  if (instruction instanceof Copy) {
    const paths = instruction.getArguments().map((argument) => argument.getValue());
    const from = instruction.getFromFlag()?.getValue() ?? null;
    return { kind: "copy", from, sources: paths.slice(0, -1), target: paths.at(-1) ?? "" };
  }
  // Flags such as --mount only concern the builder.
  if (keyword === "RUN") return { kind: "run", command: text.replace(/^(?:--\S+\s+)+/, "") };
  return { kind: "other", keyword, text };
}

function propertiesOf(instruction: Env | Label): Record<string, string> {
  return Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? ""]),
  );
}

/** Returns the arguments of an exec form; null for the shell form. */
function jsonStrings(instruction: JSONInstruction): string[] | null {
  if (instruction.getOpeningBracket() === null) return null;
  return instruction.getJSONStrings().map((word) => word.getJSONValue());
}

/** Returns the arguments of a HEALTHCHECK's exec form; null if there is none. */
export function healthCommandOf(stage: Stage | undefined): string[] | null {
  const check = stage?.steps.findLast((step) => step.kind === "other" && step.keyword === "HEALTHCHECK");
  const words = check?.kind === "other" ? /CMD\s+(\[.*\])\s*$/s.exec(check.text)?.[1] : undefined;
  if (words === undefined) return null;
  const parsed: unknown = JSON.parse(words);
  return Array.isArray(parsed) && parsed.every((word) => typeof word === "string") ? parsed : null;
}

/**
 * Returns whether a path isn't sent to the builder: the last line of .dockerignore that matches it or a parent folder decides,
 * and `!` makes an exception (per Docker's documentation).
 */
export function isIgnored(path: string, dockerignore: string): boolean {
  const lines = dockerignore.split("\n").map((line) => line.trim());
  let ignored = false;
  for (const line of lines.filter((entry) => entry !== "" && !entry.startsWith("#"))) {
    const pattern = posix.normalize(line.replace(/^!/, "")).replace(/^\/|\/$/g, "");
    if (withFolders(path).some((part) => matchesPattern(part, pattern))) ignored = !line.startsWith("!");
  }
  return ignored;
}

function withFolders(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Matches a pattern; unlike in a shell, `*` includes names that begin with a dot. */
function matchesPattern(path: string, pattern: string): boolean {
  if (!/[*?[]/.test(pattern)) return path === pattern;
  const plain = (text: string) => text.replaceAll(/(^|\/)\./g, "$1dot-");
  return matchesGlob(plain(path), plain(pattern));
}
