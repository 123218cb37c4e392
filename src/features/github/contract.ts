import { z } from "zod";
import { defineGet, definePost } from "#shared/endpoint.ts";
import {
  commitSchema,
  gitHubUserSchema,
  languageBytesSchema,
  repositoryDetailsSchema,
  repositorySchema,
} from "./domain/github-shapes.ts";

const count = z.int().nonnegative();
/** Null if nothing has been read yet. */
const asOf = z.iso.datetime().nullable();
const linkState = z.object({ HasGitHubOAuthToken: z.boolean() });

export const githubContract = {
  getGitHubProfile: defineGet("/api/GitHubProfile", "public", {
    summary:
      "Returns the owner's GitHub profile, most recently pushed repositories, and newest stars from the server's copy, for rendering. A part that couldn't be loaded is null.",
    output: z.object({
      user: gitHubUserSchema.nullable(),
      /** The six most recently pushed. */
      repos: z.array(repositorySchema).nullable(),
      repoCount: count.nullable(),
      /** The six newest stars. */
      starred: z.array(repositorySchema).nullable(),
      starredCount: count.nullable(),
      /** Time of the oldest part. */
      asOf,
    }),
  }),
  getGitHubRepo: defineGet("/api/GitHubRepo", "public", {
    summary:
      "Returns one of the owner's public repositories from the server's copy, for rendering. Languages (bytes) or commits that couldn't be loaded are null. 404 for any other repository.",
    input: z.object({
      name: z.string().min(1, "Enter a repository name.").max(200, "This name is too long."),
    }),
    output: z.object({
      repo: repositoryDetailsSchema,
      languages: languageBytesSchema.nullable(),
      /** The newest page, and the next page's address from GitHub. */
      commits: z.object({ items: z.array(commitSchema), nextUrl: z.string().nullable() }).nullable(),
      asOf,
    }),
  }),
  getGitHubReadme: defineGet("/api/GitHubReadme", "public", {
    summary:
      "Returns the README of one of the owner's public repositories as sanitized HTML, with headings from h3 down; null if there is none. 404 for any other repository.",
    input: z.object({
      repo: z.string().min(1, "Enter a repository name.").max(200, "This name is too long."),
    }),
    output: z.object({
      html: z.string().nullable(),
      name: z.string().nullable(),
      htmlUrl: z.string().nullable(),
      asOf,
    }),
  }),
  getGitHubAuthMe: defineGet("/api/GitHubAuthMe", "public", {
    summary: "Returns the linked GitHub account, if any; false for an anonymous visitor.",
    output: linkState.extend({ login: z.string().nullable() }),
    bare: true,
  }),
  getGitHubOAuthUrl: defineGet("/api/GitHubOAuthUrl", "user", {
    summary: "Returns the GitHub address where the person can link an account; valid for ten minutes.",
    output: z.object({ oAuthUrl: z.url() }),
    limit: "write",
  }),
  completeGitHubOAuth: definePost("/api/GitHubOAuthCallback", "user", {
    summary:
      "Finishes linking with the code and state from GitHub. A state works once, in the session that started it.",
    input: z.object({
      code: z.string().min(1, "The code from GitHub is missing.").max(500, "This code isn’t from GitHub."),
      state: z.string().min(1, "The state is missing.").max(500, "This state isn’t from this site."),
    }),
    output: linkState,
    bare: true,
  }),
  unlinkGitHub: definePost("/api/GitHubUnlink", "user", {
    summary: "Unlinks the GitHub account and revokes its token at GitHub.",
  }),
};
