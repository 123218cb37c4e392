import { z } from "zod";
import { parse } from "yaml";

/** Git's mode of an entry. */
export type FileMode = "100644" | "100755" | "120000" | "160000";

/** A file of an invented repository. A symbolic link contains its target, a submodule the sha of its commit. */
export type SeedFile = { path: string; mode: FileMode; bytes: Buffer; submoduleUrl?: string };

/** A commit of the history with the paths it touches; without paths, the next in turn. */
export type SeedCommit = { date: string; author: string; paths: string[]; message: string };

const headerSchema = z.strictObject({
  description: z.string().nullable(),
  homepage: z.string().nullable().default(null),
  topics: z.array(z.string()).default([]),
  license: z.enum(["MIT", "Apache-2.0", "BSD-3-Clause"]).nullable().default(null),
  stars: z.int().nonnegative().default(0),
  forks: z.int().nonnegative().default(0),
  watchers: z.int().nonnegative().default(1),
  issues: z.int().nonnegative().default(0),
  created: z.iso.datetime(),
  archived: z.boolean().default(false),
  /** Full name of the repository it was forked from. */
  parent: z.string().nullable().default(null),
  commits: z.string(),
  /** Additional commits between two times, generated from the bundle's paths. */
  routine: z
    .strictObject({ count: z.int().positive(), from: z.iso.datetime(), to: z.iso.datetime() })
    .optional(),
});

export type SeedBundle = Omit<z.infer<typeof headerSchema>, "commits"> & {
  commits: SeedCommit[];
  files: SeedFile[];
};

const separator = /^=== /m;
const commitLine = /^(?<date>\S+) (?<author>[\w-]+)(?: (?<paths>[^|]*?))? \| (?<message>.+)$/;

/**
 * Parses `seed/<repository>.txt`: a YAML header with a line per commit (`date author path,path
 * message`, newest first), then the files, each after a line of its own: `=== path`, `=== path (executable)`, `=== path ->
 * target` for a symbolic link, `=== path @ sha url` for a submodule. Each repository is one text, so that our compiler, linter
 * and formatter ignore its code.
 * @throws Error naming the mistake in a bundle
 */
export function parseSeedBundle(text: string): SeedBundle {
  const [header = "", ...sections] = text.split(separator);
  const { commits, ...rest } = headerSchema.parse(parse(header));
  return { ...rest, commits: commits.trim().split("\n").map(parseCommit), files: sections.map(parseFile) };
}

function parseCommit(line: string): SeedCommit {
  const found = commitLine.exec(line.trim())?.groups;
  if (found === undefined) throw new Error(`a seed's commit is not "date author paths | message": ${line}`);
  const { date = "", author = "", paths = "", message = "" } = found;
  const named = paths.split(",").map((path) => path.trim());
  return {
    date: new Date(date).toISOString().replace(".000Z", "Z"),
    author,
    paths: named.filter((path) => path !== ""),
    message: message.replaceAll(String.raw`\n`, "\n"),
  };
}

function parseFile(section: string): SeedFile {
  const end = section.indexOf("\n");
  const title = section.slice(0, end);
  const link = /^(.+) -> (.+)$/.exec(title);
  if (link !== null) return { path: link[1] ?? "", mode: "120000", bytes: Buffer.from(link[2] ?? "") };
  const submodule = /^(.+) @ ([0-9a-f]{40}) (\S+)$/.exec(title);
  if (submodule !== null) {
    const [, path = "", sha = "", submoduleUrl = ""] = submodule;
    return { path, mode: "160000", bytes: Buffer.from(sha), submoduleUrl };
  }
  const executable = / \(executable\)$/;
  return {
    path: title.replace(executable, ""),
    mode: executable.test(title) ? "100755" : "100644",
    bytes: Buffer.from(`${section.slice(end + 1).trimEnd()}\n`),
  };
}
