import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { listen, stop } from "../ports.ts";
import { createTestGitHub, testGitHubSettings } from "./test-github.ts";

/** Settings of a site that uses this GitHub. */
export type OtherGitHub = {
  origin: string;
  environment: Record<string, string>;
  /** Returns how many tokens the site has revoked. */
  revoked: () => number;
  stop: () => Promise<void>;
};

const source = "export function tide(hours: number) {\n  return Math.sin(hours) > 0 ? 'in' : 'out';\n}\n";

/**
 * Starts a GitHub on its own port and paths, like GitHub Enterprise, whose branches are called trunk. It has one repository with
 * one file. Whoever comes to its web flow is authorized at once.
 */
export async function startOtherGitHub(): Promise<OtherGitHub> {
  const server = createServer();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const settings = {
    ...testGitHubSettings,
    GITHUB_OWNER: "orla-vance",
    GITHUB_API_URL: `${origin}/api/v3`,
    GITHUB_URL: `${origin}/web`,
  };
  const github = createTestGitHub({ settings });
  github.add("tides", { "src/tide.ts": source });

  async function answer(request: Request): Promise<Response> {
    if (request.url.startsWith(`${settings.GITHUB_URL}/login/oauth/authorize?`)) {
      const back = new URL(new URL(request.url).searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams(await github.authorize(request.url)).toString();
      return Response.redirect(back);
    }
    const response = await github.fetch(new Request(request.url.replace(/\btrunk\b/, "main"), request));
    const text = (await response.text()).replaceAll(/\bmain\b/g, "trunk");
    return new Response(text === "" ? null : text, response);
  }

  server.on("request", getRequestListener(answer));
  return {
    origin,
    environment: settings,
    revoked: () =>
      github.calls.filter(({ method, path }) => method === "DELETE" && path.endsWith("/token")).length,
    stop: () => stop(server),
  };
}
