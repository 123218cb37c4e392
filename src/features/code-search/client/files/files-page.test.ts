import { describe, expect, it } from "vitest";
import { renderPage } from "#client/entry-server.tsx";
import { publicConfig } from "#server/pages/public-config.ts";
import { readSettings } from "#server/settings/settings.ts";
import { failureEnvelope, successEnvelope, type Envelope } from "#shared/envelope.ts";
import { siteConfig } from "#site-config";

const origin = "http://localhost:3000";
const now = new Date("2026-11-21T12:00:00Z");
const config = publicConfig(
  { settings: readSettings({}), site: siteConfig, now: () => now },
  { origin, development: false, staleContentAsOf: null },
);
const commit = "0123456789abcdef0123456789abcdef01234567";
const place = { repo: "tide", commit, isHead: true, as_of: now.toISOString(), source: "index" };
const listed = { path: "plan.ts", size: 9, language: "TypeScript", isShown: true };
const tree = { ...place, files: [listed], isTruncated: false };
const file = {
  ...place,
  path: "plan.ts",
  language: "TypeScript",
  text: "plan();\n",
  definitions: [],
  html_url: "https://github.com/robin-ashgrove/tide/blob/main/plan.ts",
};

/** Renders a page of the repository `tide`; calls that `answers` doesn't name succeed. */
async function render(path: string, answers: (call: URL) => Envelope<unknown> | undefined) {
  const calls: URL[] = [];
  const page = await renderPage({
    request: new Request(`${origin}/repo/tide/files/${path}`),
    config,
    apiFetch: (call) => {
      const url = new URL(call, origin);
      calls.push(url);
      const answer = answers(url) ?? successEnvelope(url.pathname === "/api/GetCodeTree" ? tree : file);
      return Response.json(answer, { status: answer.statusCode, headers: { "x-request-id": "request-1" } });
    },
  });
  if (page.kind !== "page") throw new Error("expected a page, not a redirect");
  return { ...page, calls };
}

const isFile = ({ pathname }: URL) => pathname === "/api/GetCodeFile";

describe("a repository's files", () => {
  it("are said to be missing in an empty repository", async () => {
    const { body } = await render("", () => successEnvelope({ ...tree, files: [] }));
    expect(body).toContain("No files yet");
    expect(body).not.toContain("Go to file");
  });

  it("are shown at a folder's address without its last slash, too", async () => {
    const files = [listed, { ...listed, path: "src/plan.ts" }];
    const { status, body } = await render("src", (call) =>
      isFile(call) ? failureEnvelope(404, { path: ["Not found"] }) : successEnvelope({ ...tree, files }),
    );
    expect(status).toBe(200);
    expect(body).toContain("plan.ts");
    expect(body).not.toContain("may have been moved");
  });

  it("aren't found in a folder that doesn't exist", async () => {
    const { status, body } = await render("nowhere/", () => undefined);
    expect(status).toBe(404);
    expect(body).toContain("Not found. The folder may have been moved, renamed, or deleted.");
    expect(body).toContain("plan.ts");
  });

  it("may be in a folder behind the end of the listing", async () => {
    const { status, body } = await render("nowhere/", () => successEnvelope({ ...tree, isTruncated: true }));
    expect(status).toBe(200);
    expect(body).not.toContain("Not found");
  });

  it("aren't found at something that is no commit", async () => {
    const { status, body, calls } = await render("plan.ts?commit=abc", () =>
      failureEnvelope(400, { commit: ["This isn’t a commit."] }),
    );
    expect(calls.map(({ searchParams }) => searchParams.get("commit"))).toEqual(["abc", "abc"]);
    expect(status).toBe(404);
    expect(body).toContain("This isn’t a commit.");
    expect(body).not.toContain("Try again");
  });
});

describe("a file", () => {
  it("that can't be shown says why, without a retry that can't help", async () => {
    const { body } = await render("plan.ts", (url) =>
      isFile(url)
        ? failureEnvelope(400, { path: ["This file isn’t text, so it can’t be shown here."] })
        : undefined,
    );
    expect(body).toContain("This file isn’t text");
    expect(body).not.toContain("Try again");
  });

  it("that fails to load can be tried again", async () => {
    const { body } = await render("plan.ts", (url) =>
      isFile(url) ? failureEnvelope(502, { UPSTREAM: ["GitHub is down."] }) : undefined,
    );
    expect(body).toContain("Try again");
  });

  it.each([
    ["", "0 lines"],
    ["one", "1 line"],
    ["one\ntwo\n", "2 lines"],
  ])("of the text %j has %s", async (text, facts) => {
    const { body } = await render("plan.ts", (url) =>
      isFile(url) ? successEnvelope({ ...file, text }) : undefined,
    );
    expect(body).toContain(`TypeScript · ${facts}<`);
  });
});
