import { z } from "zod";
import { defineGet } from "#shared/endpoint.ts";
import { isPlainLine } from "#shared/text/plain-text.ts";
import { definitionSchema } from "./domain/files/code-definition.ts";
import { maxPages } from "./domain/search-pages.ts";
import {
  asOfSchema,
  commitSchema,
  languageSchema,
  searchResultsSchema,
  sourceSchema,
} from "./domain/search-shapes.ts";

/** 30 files a page, 1,000 files in all. */
const pageInput = z.coerce
  .number("Enter a page number.")
  .int("Enter a whole number.")
  .min(1, "Enter a page from 1.")
  .max(maxPages, `There are at most ${maxPages} pages.`)
  .default(1);
const repoName = z.string().min(1, "Enter a repository name.").max(200, "This name is too long.");
const filePath = z.string().min(1, "Enter a file path.").max(4096, "This path is too long.");

export const codeSearchContract = {
  searchCode: defineGet("/api/githubSearch", "public", {
    summary:
      "Searches the code of the owner's public repositories: words, \"phrases\", /expressions/, and qualifiers. The site's index answers without a token, 30 files a page. Where GitHub's search has to: 429 RATE_LIMIT with Retry-After; 401 SIGN_IN_REQUIRED or 403 LINK_REQUIRED if there is no token to search with. 400 for a mistake, with its place.",
    input: z.object({
      term: z.string().trim().min(1, "Enter a search term.").max(256, "Use at most 256 characters."),
      page: pageInput,
    }),
    output: searchResultsSchema,
    limit: "search",
  }),
  getRepoContents: defineGet("/api/GitHubRepoContents", "public", {
    summary:
      "Returns a file's text as HTML, escaped, inside <pre>. 404 outside the owner's public repositories; 400 with the reason for a file that isn't text or is larger than 1 MB.",
    input: z.object({ repo: repoName, path: filePath }),
    output: z.string(),
  }),
  getCodeFile: defineGet("/api/GetCodeFile", "public", {
    summary:
      "Returns a file's text and definitions at a commit, by default the newest known one. The index keeps two commits of each repository. 404 for anything else; 400 with the reason for a file that isn't text or is larger than 1 MB.",
    input: z.object({ repo: repoName, path: filePath, commit: commitSchema.optional() }),
    output: z.object({
      repo: z.string(),
      path: z.string(),
      commit: commitSchema.nullable().meta({ description: "Null for a repository that isn’t indexed." }),
      isHead: z.boolean().meta({ description: "False for an older commit than the newest known one." }),
      language: languageSchema,
      text: z.string(),
      definitions: z.array(definitionSchema),
      html_url: z.string(),
      as_of: asOfSchema,
      source: sourceSchema,
    }),
  }),
  getCodeTree: defineGet("/api/GetCodeTree", "public", {
    summary:
      "Lists a repository's files at a commit, by default the newest known one, in order of their paths.",
    input: z.object({ repo: repoName, commit: commitSchema.optional() }),
    output: z.object({
      repo: z.string(),
      commit: commitSchema.nullable().meta({ description: "Null for a repository that isn’t indexed." }),
      isHead: z.boolean(),
      files: z.array(
        z.object({
          path: z.string(),
          size: z.int().nonnegative().meta({ description: "Bytes." }),
          language: languageSchema,
          isShown: z.boolean().meta({
            description: "False for a file without text to show: binary, a link, or larger than 1 MB.",
          }),
        }),
      ),
      isTruncated: z.boolean().meta({ description: "True if there are more files than are listed." }),
      as_of: asOfSchema,
      source: sourceSchema,
    }),
  }),
  getCodeIndex: defineGet("/api/GetCodeIndex", "public", {
    summary:
      "Returns the size, age, and progress of the code index, and why repositories aren't in it. Not on if the site searches with GitHub only.",
    output: z.object({
      isOn: z.boolean(),
      as_of: asOfSchema,
      files: z.int().nonnegative(),
      text_bytes: z.number().nonnegative(),
      repositories: z.object({ all: z.int().nonnegative(), indexed: z.int().nonnegative() }),
      failing: z.array(z.object({ repository: z.string(), reason: z.string() })),
      isFailing: z.boolean().meta({ description: "True if the last comparison with GitHub failed." }),
    }),
  }),
  findCode: defineGet("/api/FindCode", "public", {
    summary:
      "Returns the files and definitions whose names fit best, at most 10 each, for the command palette. Empty without an index.",
    input: z.object({
      q: z
        .string()
        .trim()
        .min(1, "Enter a name.")
        .max(100, "Use at most 100 characters.")
        .refine(isPlainLine, "Use only visible characters."),
    }),
    output: z.object({
      files: z.array(
        z.object({ repo: z.string(), path: z.string(), commit: commitSchema, language: languageSchema }),
      ),
      definitions: z.array(
        definitionSchema.extend({
          repo: z.string(),
          path: z.string(),
          commit: commitSchema,
          language: languageSchema,
        }),
      ),
    }),
    limit: "search",
  }),
};
