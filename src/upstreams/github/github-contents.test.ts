import { describe, expect, it } from "vitest";
import {
  clientOf,
  errorOf,
  fileOf,
  json,
  repositoryOf,
  resetSeconds,
} from "../../../tests/support/stand-ins/github-stand-in.ts";

describe("a file", () => {
  it.each([
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffnaïve 🌊\r\n\t</pre>&lt;")],
    ["Latin-1", Buffer.from("d\u00e9j\u00e0 vu", "latin1")],
    ["binary", Buffer.from([0, 1, 2, 255, 254, 128, 13, 10, 0])],
    ["nothing", Buffer.alloc(0)],
    ["every byte, many times", Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256))],
  ])("of %s arrives byte for byte", async (_what, bytes) => {
    const answer = await (await clientOf(json(fileOf(bytes)))).contents("robin", "tide", "src/tide.ts");
    if (answer === "not-modified" || answer.value.kind !== "file") throw new Error("no file");
    expect(Buffer.from(answer.value.bytes).equals(bytes)).toBe(true);
    expect(answer.value.size).toBe(bytes.byteLength);
  });

  it.each([
    [
      "over 1 MB is recognized by its missing content",
      json(fileOf(Buffer.alloc(0), { encoding: "none", content: "", size: 2_000_000 })),
      { kind: "too-large", size: 2_000_000, htmlUrl: expect.stringContaining("blob/main") as string },
    ],
    [
      "over 100 MB is recognized by GitHub's refusal",
      json(
        {
          message: "This API returns blobs up to 100 MB in size.",
          errors: [{ code: "too_large", field: "data" }],
        },
        403,
      ),
      { kind: "too-large", size: null },
    ],
    [
      "that is empty has no bytes",
      json(fileOf(Buffer.alloc(0), { encoding: "none", content: "" })),
      { kind: "file", size: 0 },
    ],
    [
      "linked from outside the repository is returned as that link",
      json(fileOf(Buffer.alloc(0), { type: "symlink", target: "../elsewhere", content: undefined })),
      { kind: "symlink", target: "../elsewhere" },
    ],
    [
      "in another repository is a submodule",
      json(fileOf(Buffer.alloc(0), { type: "submodule", submodule_git_url: "git://git.example/x.git" })),
      { kind: "submodule", gitUrl: "git://git.example/x.git" },
    ],
  ])("%s", async (_what, listener, expected) => {
    const answer = await (await clientOf(listener)).contents("robin", "tide", "src/tide.ts");
    expect(answer).toMatchObject({ value: expected });
  });

  it.each([
    ["an unknown encoding", { encoding: "rot13" }],
    ["invalid base64", { content: "###" }],
    ["no content", { content: undefined }],
  ])("with %s is rejected", async (_what, more) => {
    const client = await clientOf(json(fileOf(Buffer.from("x"), more)));
    expect((await errorOf(client.contents("robin", "tide", "x"))).kind).toBe("unavailable");
  });

  it("larger than GitHub's maximum isn't read to its end", async () => {
    const client = await clientOf((_request, response) => response.end(Buffer.alloc(9_000_000, "x")));
    expect(await client.contents("robin", "tide", "x")).toMatchObject({
      value: { kind: "too-large", size: null },
    });
  });
});

describe("a directory", () => {
  it("recognizes submodules, which claim to be files, by their target", async () => {
    const empty = { size: 0, sha: "c", html_url: null };
    const listed = [
      { ...empty, type: "dir", name: "src", path: "src", git_url: "https://x/repos/a/b/git/trees/c" },
      { ...empty, type: "file", name: "lib", path: "lib", git_url: "https://x/repos/c/d/git/trees/c" },
      { ...empty, type: "file", name: "sub", path: "sub", git_url: null, submodule_git_url: "git://x/y" },
      { ...empty, type: "file", name: "a.ts", path: "a.ts", git_url: "https://x/repos/a/b/git/blobs/c" },
      { ...empty, type: "symlink", name: "l", path: "l", git_url: "https://x/repos/a/b/git/blobs/c" },
    ];
    const answer = await (await clientOf(json(listed))).contents("robin", "tide", "");
    if (answer === "not-modified" || answer.value.kind !== "directory") throw new Error("no directory");
    expect(answer.value.entries.map(({ name, kind }) => [name, kind])).toEqual([
      ["src", "directory"],
      ["lib", "submodule"],
      ["sub", "submodule"],
      ["a.ts", "file"],
      ["l", "symlink"],
    ]);
  });

  it("can be read recursively, and says if GitHub truncated it", async () => {
    const asked: unknown[] = [];
    const tree = [
      { path: "src", mode: "040000", type: "tree", sha: "1" },
      { path: "src/a.ts", mode: "100644", type: "blob", sha: "2", size: 12 },
      { path: "src/l", mode: "120000", type: "blob", sha: "3", size: 4 },
      { path: "lib", mode: "160000", type: "commit", sha: "4" },
      { path: "odd", mode: "0", type: "constructor", sha: "5" },
    ];
    const client = await clientOf((request, response) => {
      asked.push(request.url);
      json({ sha: "0", truncated: true, tree })(request, response);
    });
    const answer = await client.tree("robin", "tide", "feature/x", { isRecursive: true });
    expect(answer).toMatchObject({
      value: {
        isTruncated: true,
        entries: [
          { kind: "directory", path: "src", size: null },
          { kind: "file", path: "src/a.ts", size: 12 },
          { kind: "symlink", path: "src/l" },
          { kind: "submodule", path: "lib" },
        ],
      },
    });
    expect(asked).toEqual(["/api/v3/repos/robin/tide/git/trees/feature%2Fx?recursive=1"]);
  });
});

describe("the README", () => {
  it("is returned as HTML on request", async () => {
    const client = await clientOf((request, response) => {
      response.setHeader("content-type", "application/vnd.github.html+json; charset=utf-8");
      response.end(`<div id="readme"><p>ü ${request.headers.accept}</p></div>`);
    });
    const answer = await client.readmeHtml("robin", "tide");
    expect(answer).toMatchObject({
      value: '<div id="readme"><p>ü application/vnd.github.html+json</p></div>',
    });
  });
});

describe("code search", () => {
  const item = {
    name: "tide.ts",
    path: "src/tide.ts",
    sha: "b",
    html_url: "https://github.example/robin/tide/blob/x/src/tide.ts",
    repository: repositoryOf(9, "tide"),
    score: 1,
  };

  it("sends the token, requests text matches, and returns fragments with offsets", async () => {
    const asked: unknown[] = [];
    const match = {
      object_type: "FileContent",
      property: "content",
      fragment: "the tide rises",
      matches: [{ text: "tide", indices: [4, 8] }],
    };
    const broken = { ...match, matches: [{ text: "tide", indices: [4] }] };
    const client = await clientOf((request, response) => {
      asked.push([request.url, request.headers.accept, request.headers.authorization]);
      const items = [{ ...item, text_matches: [match, broken] }, item];
      json({ total_count: 2, incomplete_results: true, items })(request, response);
    });
    const { value } = await client.searchCode({
      q: "tide +&? user:robin",
      token: "gho_token",
      perPage: 30,
      page: 2,
    });
    expect(value).toMatchObject({ total_count: 2, incomplete_results: true });
    expect(value.items.map((each) => each.text_matches.map(({ matches }) => matches))).toEqual([
      [[{ text: "tide", indices: [4, 8] }], []],
      [],
    ]);
    expect(asked).toEqual([
      [
        "/api/v3/search/code?q=tide+%2B%26%3F+user%3Arobin&per_page=30&page=2",
        "application/vnd.github.text-match+json",
        "Bearer gho_token",
      ],
    ]);
  });

  it("distinguishes a rejected token from a missing one", async () => {
    const body = {
      message: "Requires authentication",
      errors: [{ message: "Must be authenticated to access the code search API", code: "invalid" }],
    };
    const client = await clientOf(json(body, 401));
    expect(await errorOf(client.searchCode({ q: "tide", token: "t" }))).toMatchObject({
      kind: "requires-authentication",
      said: "Requires authentication Must be authenticated to access the code search API",
    });
  });
});

describe("the remaining calls", () => {
  it("are read for calls and code searches", async () => {
    const bucket = { limit: 10, used: 1, remaining: 9, reset: resetSeconds };
    const client = await clientOf(
      json({ resources: { core: { ...bucket, limit: 5000 }, code_search: bucket } }),
    );
    expect(await client.rateLimit({ token: "t" })).toMatchObject({
      core: { limit: 5000, remaining: 9, resetAt: new Date(resetSeconds * 1000) },
      codeSearch: { limit: 10, resource: "code_search" },
    });
  });
});
