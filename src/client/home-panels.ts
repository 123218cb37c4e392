/** The shell hands GitHub's panels to the home page: features do not know each other. */
export { HomeGitHub, seedHomeGitHub } from "#features/github/client/index.ts";
