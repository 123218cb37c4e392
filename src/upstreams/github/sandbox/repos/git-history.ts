import { languageOf } from "./languages.ts";
import { findPerson } from "../users/people.ts";
import {
  buildTree,
  hashObject,
  type FileChange,
  type GitCommit,
  type GitFile,
  type GitTree,
} from "./git-objects.ts";
import type { SeedBundle, SeedCommit, SeedFile } from "./seed-bundle.ts";

/** Minimum length of files that many commits touch, so that they have lines to grow by. */
const minRoutineLines = 20;

const routineMessages = [
  "Say why in {name}",
  "Cover the awkward cases of {name}",
  "Name things in {name} after what they are",
  "Drop a branch of {name} that nothing reached",
  "Handle an empty list in {name}",
  "Make {name} say what it was given when it refuses",
  "Split {name} where it did two things",
  "Take the clock out of {name}",
  "Document the units in {name}",
  "Tighten the types of {name}",
  "Let {name} read from top to bottom",
  "Remove a comment of {name} that was no longer true",
  "Move a constant of {name} to where it is used",
  "Make {name} safe to call twice",
  "Answer a question that a reader of {name} asked",
  "Keep {name} from sorting what is sorted",
  "Put the common case of {name} first",
];

/**
 * Builds real git objects from a bundle: every commit's tree matches its sha. A file touched by several commits grows from one
 * to the next by whole lines, up to its content in the bundle.
 * @returns the commits, newest first
 */
export function buildHistory(bundle: SeedBundle): GitCommit[] {
  const lines = withRoutine(bundle).toSorted((a, b) => a.date.localeCompare(b.date));
  const plan = planTouches(bundle.files, lines);
  const present = new Map<string, GitFile>();
  const seen = new Map<string, number>();
  const commits: GitCommit[] = [];
  for (const [index, line] of lines.entries()) {
    const changes: FileChange[] = [];
    for (const file of plan.touched[index] ?? []) {
      const turn = (seen.get(file.path) ?? 0) + 1;
      seen.set(file.path, turn);
      const after = versionOf(file, turn, plan.turns.get(file.path) ?? 1);
      const before = present.get(file.path) ?? null;
      if (before?.sha === after.sha) continue;
      present.set(file.path, after);
      changes.push({ before, after });
    }
    commits.push(makeCommit(line, buildTree([...present.values()]), commits.at(-1), changes));
  }
  return commits.reverse();
}

/** Plans which commit touches which files, and counts the touches per file. */
function planTouches(files: SeedFile[], lines: SeedCommit[]) {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const named = new Set(lines.flatMap(({ paths }) => paths));
  const unknown = [...named].filter((path) => !byPath.has(path));
  if (unknown.length > 0)
    throw new Error(`a seed's commits name files that it does not hold: ${unknown.join(", ")}`);
  const touched = lines.map(({ paths }, index) => {
    const own = paths.flatMap((path) => byPath.get(path) ?? []);
    return index === 0 ? [...own, ...files.filter(({ path }) => !named.has(path))] : own;
  });
  const turns = new Map<string, number>();
  for (const { path } of touched.flat()) turns.set(path, (turns.get(path) ?? 0) + 1);
  return { touched, turns };
}

/** Returns the file after the `turn`-th of `turns` commits: its first lines, and finally all of them. */
function versionOf(file: SeedFile, turn: number, turns: number): GitFile {
  const { path, mode, submoduleUrl } = file;
  if (mode === "160000")
    return {
      path,
      mode,
      sha: file.bytes.toString(),
      bytes: Buffer.alloc(0),
      ...(submoduleUrl === undefined ? {} : { submoduleUrl }),
    };
  const bytes = mode === "120000" ? file.bytes : firstLines(file.bytes, turn / turns);
  return { path, mode, sha: hashObject("blob", bytes), bytes };
}

function firstLines(bytes: Buffer, share: number): Buffer {
  if (share === 1 || bytes.includes(0)) return bytes;
  const ends: number[] = [];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at + 1);
  const kept = Math.max(1, Math.round(ends.length * share));
  return bytes.subarray(0, ends[kept - 1] ?? bytes.length);
}

function makeCommit(
  line: SeedCommit,
  tree: GitTree,
  parent: GitCommit | undefined,
  changes: FileChange[],
): GitCommit {
  const author = findPerson(line.author);
  const seconds = Date.parse(line.date) / 1000;
  const stamp = `${author.name} <${author.email}> ${seconds} +0000`;
  const parents = parent === undefined ? [] : [parent.sha];
  const body = [
    `tree ${tree.sha}`,
    ...parents.map((sha) => `parent ${sha}`),
    `author ${stamp}`,
    `committer ${stamp}`,
    "",
    line.message,
    "",
  ].join("\n");
  return {
    sha: hashObject("commit", Buffer.from(body)),
    tree,
    parents,
    date: line.date,
    author,
    message: line.message,
    changes,
  };
}

/** Returns the written commits plus the requested number of routine ones between two times. */
function withRoutine({ commits, files, routine }: SeedBundle): SeedCommit[] {
  if (routine === undefined) return commits;
  const texts = files.filter(({ path, bytes }) => {
    const isCode = ![null, "Markdown"].includes(languageOf(path));
    return isCode && countLines(bytes) >= minRoutineLines;
  });
  const [from, to] = [Date.parse(routine.from), Date.parse(routine.to)];
  const made = Array.from({ length: routine.count }, (_, index): SeedCommit => {
    const path = texts[index % texts.length]?.path ?? "";
    // Shifts the messages by one with each pass through the files, so that no file repeats one soon.
    const turn = index + Math.floor(index / texts.length);
    const message = routineMessages[turn % routineMessages.length] ?? "";
    const at = from + ((to - from) * (index + ((index * 37) % 11) / 12)) / routine.count;
    return {
      date: new Date(Math.floor(at / 60_000) * 60_000).toISOString().replace(".000Z", "Z"),
      author: index % 9 === 4 ? "wren-okonjo" : index % 23 === 11 ? "tamsin-birchall" : "robin-ashgrove",
      paths: [path],
      message: message.replace("{name}", path.slice(path.lastIndexOf("/") + 1)),
    };
  });
  return [...commits, ...made];
}

function countLines(bytes: Buffer): number {
  return bytes.toString("latin1").split("\n").length - 1;
}
