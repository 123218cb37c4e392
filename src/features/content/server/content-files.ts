import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { errorCode } from "#shared/error-code.ts";
import { readYaml } from "#server/settings/read-yaml.ts";
import type { ContentProblem } from "./content-source.ts";
import { splitFrontMatter } from "./front-matter.ts";

const largestBytes = 1_000_000;

export type TextFile = { file: string; text: string };

/** A Markdown file with valid front matter. */
export type MarkdownFile<Fields> = {
  /** Relative to the content directory, such as `posts/a.md`. */
  file: string;
  fields: Fields;
  body: string;
  /** Line on which the body begins. */
  bodyLine: number;
  /** Returns the line of a front matter field. */
  fieldLine: (field: string) => number;
};

/** Returns the names of a folder's Markdown files, in order, except those that begin with `.` or `_`. */
export async function listMarkdown(directory: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory() && /^[^._].*\.md$/i.test(entry.name))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();
}

/** Returns a file's text, or the problem with it; null if it doesn't exist. */
export async function readTextFile(
  directory: string,
  file: string,
): Promise<TextFile | ContentProblem | null> {
  try {
    const path = join(directory, file);
    const { size } = await stat(path);
    if (size > largestBytes) {
      return { file, message: `is ${(size / 1e6).toFixed(1)} MB; expected at most 1 MB of text` };
    }
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return text.trim() === "" ? { file, line: 1, message: "is empty" } : { file, text };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    const notText = error instanceof TypeError;
    return { file, message: notText ? "isn't UTF-8 text" : `can't be read: ${String(error)}` };
  }
}

/** Reads a Markdown file with front matter; adds any problems to `problems` and leaves the file out. */
export async function readMarkdownFile<Schema extends z.ZodType>(
  directory: string,
  file: string,
  schema: Schema,
  problems: ContentProblem[],
): Promise<MarkdownFile<z.output<Schema>> | null> {
  const source = await readTextFile(directory, file);
  if (source === null) return null;
  if (!("text" in source)) {
    problems.push(source);
    return null;
  }
  const split = splitFrontMatter(source.text, file);
  if (!split.ok) {
    problems.push(split.problem);
    return null;
  }
  const fields = readYaml(split.yaml, schema, { file, firstLine: 2 });
  if (!fields.ok) {
    problems.push(...fields.problems);
    return null;
  }
  const yamlLines = split.yaml.split("\n");
  return {
    file,
    fields: fields.value,
    body: split.body,
    bodyLine: split.bodyLine,
    fieldLine: (field) => yamlLines.findIndex((line) => line.startsWith(`${field}:`)) + 2,
  };
}

/** Reads a YAML file; returns null if it is missing or invalid. */
export async function readYamlFile<Schema extends z.ZodType>(
  directory: string,
  file: string,
  schema: Schema,
  problems: ContentProblem[],
): Promise<z.output<Schema> | null> {
  const source = await readTextFile(directory, file);
  if (source === null) return null;
  if (!("text" in source)) {
    problems.push(source);
    return null;
  }
  const reading = readYaml(source.text.replace(/\r\n?/g, "\n"), schema, { file, firstLine: 1 });
  if (reading.ok) return reading.value;
  problems.push(...reading.problems);
  return null;
}
