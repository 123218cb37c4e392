import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, stop } from "../ports.ts";

/** Settings of a site that uses this GitHub, which is independent of the sandbox. */
export type OtherGitHub = {
  origin: string;
  environment: Record<string, string>;
  /** Tokens the site has revoked. */
  revoked: string[];
  stop: () => Promise<void>;
};

const owner = "orla-vance";
const clientId = "client-of-a-test";
const clientSecret = "secret-of-a-test";
const token = "gho_tokenOfATest";
const source = "export function tide(hours: number) {\n  return Math.sin(hours) > 0 ? 'in' : 'out';\n}\n";

/**
 * Starts a server compatible with GitHub on its own port and paths, like GitHub Enterprise. It has one repository with one
 * file, and code search only with a token from its own web flow.
 */
export async function startOtherGitHub(): Promise<OtherGitHub> {
  const revoked: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response, { origin, revoked }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    revoked,
    environment: {
      GITHUB_OWNER: owner,
      GITHUB_API_URL: `${origin}/api/v3`,
      GITHUB_URL: `${origin}/web`,
      GITHUB_CLIENT_ID: clientId,
      GITHUB_CLIENT_SECRET: clientSecret,
    },
    stop: () => stop(server),
  };
}

type Place = { origin: string; revoked: string[] };

async function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const url = new URL(request.url ?? "/", place.origin);
  const route = `${request.method} ${url.pathname}`;
  const body = await textOf(request);
  const send = (status: number, value: unknown) =>
    response
      .writeHead(status, { ...crossOrigin, "content-type": "application/json; charset=utf-8" })
      .end(status === 204 ? undefined : JSON.stringify(value));
  if (request.method === "OPTIONS") return void response.writeHead(204, crossOrigin).end();
  if (route === "GET /web/login/oauth/authorize") {
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", "a-code");
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    return void response.writeHead(302, { location: back.href }).end();
  }
  if (route === "POST /web/login/oauth/access_token")
    return void send(
      200,
      isRightTrade(body)
        ? { access_token: token, scope: "", token_type: "bearer" }
        : { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." },
    );
  if (route === `DELETE /api/v3/applications/${clientId}/token`) {
    place.revoked.push(body);
    return void send(204, null);
  }
  const known = callsOf(place.origin)[route];
  if (known === undefined) return void send(404, { message: "Not Found", status: "404" });
  if (known.needsToken && !(request.headers.authorization ?? "").endsWith(token))
    return void send(401, { message: "Requires authentication", status: "401" });
  send(200, known.value);
}

const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "x-github-api-version, accept",
};

function callsOf(origin: string): Record<string, { value: unknown; needsToken?: boolean }> {
  const person = { id: 7, login: owner, avatar_url: "", html_url: `${origin}/web/${owner}` };
  const repository = {
    id: 70,
    name: "tides",
    full_name: `${owner}/tides`,
    owner: person,
    private: false,
    html_url: `${origin}/web/${owner}/tides`,
    description: "High water and low water.",
    default_branch: "trunk",
    pushed_at: "2026-11-01T08:00:00Z",
  };
  const file = {
    name: "tide.ts",
    path: "src/tide.ts",
    sha: "4f2a",
    html_url: `${origin}/web/${owner}/tides/blob/4f2a/src/tide.ts`,
  };
  const match = {
    property: "content",
    fragment: source,
    matches: [{ text: "tide", indices: [16, 20] }],
  };
  const api = `GET /api/v3`;
  return {
    [`${api}/users/${owner}`]: { value: person },
    [`${api}/users/${owner}/repos`]: { value: [repository] },
    [`${api}/users/${owner}/starred`]: { value: [] },
    [`${api}/user`]: { value: { ...person, id: 9, login: "a-visitor" }, needsToken: true },
    [`${api}/repos/${owner}/tides`]: { value: repository },
    [`${api}/repos/${owner}/tides/languages`]: { value: { TypeScript: source.length } },
    [`${api}/repos/${owner}/tides/commits`]: { value: [] },
    [`${api}/repos/${owner}/tides/contents/src/tide.ts`]: {
      value: {
        ...file,
        type: "file",
        size: source.length,
        encoding: "base64",
        content: `${Buffer.from(source).toString("base64")}\n`,
      },
    },
    [`${api}/search/code`]: {
      value: {
        total_count: 1,
        incomplete_results: false,
        items: [{ ...file, repository, text_matches: [match] }],
      },
      needsToken: true,
    },
  };
}

/** Checks the code exchange, as JSON or form, with the secret and PKCE verifier. */
function isRightTrade(body: string): boolean {
  return ["a-code", clientId, clientSecret, "code_verifier"].every((part) => body.includes(part));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
