/** Bridge that gives the home page access to the GitHub feature, since features don't import each other. */
export { HomeGitHub, seedHomeGitHub } from "#features/github/client/index.ts";
