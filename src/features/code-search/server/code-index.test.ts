import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entry, paxRecord } from "#upstreams/github/sandbox/repos/tarball.ts";
import { createCodeSite } from "../../../../tests/support/sites/code-index-site.ts";
import { commitOf, problem } from "../../../../tests/support/stand-ins/test-github.ts";
import { byDay } from "../../../../tests/support/night.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";

const database = useTestDatabase();
let site: ReturnType<typeof createCodeSite>;
beforeEach(() => (site = createCodeSite(database())));
afterEach(() => site.app.stop());

const tide = {
  "src/Program.cs":
    "using System;\n\npublic class Program\n{\n    public static void Main(string[] args)\n    {\n        var plan = new Plan();\n    }\n}\n",
  "src/plan.ts":
    "export function makePlan(days: number): Plan {\n  return { days };\n}\n\nexport type Plan = { days: number };\n",
  "README.md": "# Tide\n\nA plan of the tides.\n",
  "logo.png": Buffer.from([0x89, 0x50, 0, 1, 2]),
};

describe("a search of the index", () => {
  beforeEach(async () => {
    site.github.add("Tide", tide);
    site.github.add("moss", { "index.js": "const plan = 1;\n" });
    await site.runPass();
  });

  it("needs no token, and returns lines, context, facets, and the index's age", async () => {
    const found = await site.search("makePlan case:yes");
    expect(found).toMatchObject({
      total_count: 1,
      incomplete_results: false,
      source: "index",
      as_of: "2026-11-21T12:15:00.000Z",
      not_indexed: [],
      facets: {
        repositories: [{ value: "Tide", count: 1 }],
        languages: [{ value: "TypeScript", count: 1 }],
        folders: [{ value: "Tide/src", count: 1 }],
      },
    });
    expect(found.items).toMatchObject([
      {
        name: "plan.ts",
        path: "src/plan.ts",
        repository: { name: "Tide", description: "About Tide" },
        commit: commitOf({ name: "Tide", files: tide }),
        language: "TypeScript",
        match_count: 1,
        matches: [{ line: 1, indices: [[16, 24]], before: [], after: ["  return { days };", "}"] }],
        text_matches: [{ matches: [{ text: "makePlan", indices: [16, 24] }] }],
      },
    ]);
    expect(site.github.countOf(/search/)).toBe(0);
  });

  // All in one test, because each test makes the index anew.
  const queries: [term: string, files: string[]][] = [
    ["plan", ["Tide/README.md", "Tide/src/Program.cs", "Tide/src/plan.ts", "moss/index.js"]],
    ["plan case:yes", ["Tide/README.md", "Tide/src/Program.cs", "moss/index.js"]],
    ["plan language:csharp", ["Tide/src/Program.cs"]],
    ["plan -language:csharp -repo:moss", ["Tide/README.md", "Tide/src/plan.ts"]],
    ["plan repo:wren-holloway/moss", ["moss/index.js"]],
    ["plan user:wren-holloway path:src", ["Tide/src/Program.cs", "Tide/src/plan.ts"]],
    ["plan file:*.ts", ["Tide/src/plan.ts"]],
    ["language:javascript", ["moss/index.js"]],
    ["extension:png", ["Tide/logo.png"]],
    ['"new Plan()"', ["Tide/src/Program.cs"]],
    ["/new\\s+[A-Z]\\w+/", ["Tide/src/Program.cs"]],
    ["/^export (type|function) \\w*plan/", ["Tide/src/plan.ts"]],
    ["tides OR makePlan", ["Tide/README.md", "Tide/src/plan.ts"]],
    ["plan -days -class", ["Tide/README.md", "moss/index.js"]],
    ["symbol:plan", ["Tide/src/plan.ts", "moss/index.js"]],
    ["symbol:Main", ["Tide/src/Program.cs"]],
    ["A", ["Tide/README.md", "Tide/src/Program.cs", "Tide/src/plan.ts", "moss/index.js"]],
    ["nothinglikeit", []],
  ];
  it("finds what each query asks for", async () => {
    const found: typeof queries = [];
    for (const [term] of queries) found.push([term, await site.everything(term)]);
    expect(found).toEqual(queries);
  });

  const refused: [term: string, message: string][] = [
    ["a user:somebody", "Only wren-holloway’s repositories can be searched. Remove user:somebody."],
    ["a repo:nothing", "wren-holloway has no public repository called nothing."],
    ['one "two', "Close this quotation mark, at character 5."],
    ["/(a/", "Close this parenthesis, at character 2."],
    ["x /(?=a)b/", "Look-around isn’t possible in a search, at character 4."],
    ["/(a)\\1/", "Back-references aren’t possible in a search, at character 5."],
    ["/a*/", "This expression also matches no text at all, at character 2."],
    ["case:maybe x", "Write case:yes or case:no, at character 1."],
    ["-plan", "Add a word to search for."],
  ];
  it("answers 400 to what can't be searched for, and says where it is", async () => {
    for (const [term, message] of refused)
      expect(await site.status(`/api/githubSearch?term=${encodeURIComponent(term)}`), term).toEqual({
        status: 400,
        errors: { term: [message] },
      });
  });

  it("goes on while GitHub is down, and says how old it is", async () => {
    const before = await site.search("plan");
    site.github.answerWith(/./, () => problem(502, "no"));
    await site.runPass();
    expect(await site.search("plan")).toEqual(before);
    expect(await site.file({ repo: "tide", path: "README.md" })).toMatchObject({ text: tide["README.md"] });
    site.github.answerAsUsual();
    await site.runPass();
    expect((await site.search("plan")).as_of).not.toBe(before.as_of);
  });
});

describe("files, trees, and names", () => {
  beforeEach(async () => {
    site.github.add("Tide", tide);
    await site.runPass();
  });

  it("are read from the index, with definitions", async () => {
    expect(await site.file({ repo: "tide", path: "src/plan.ts" })).toMatchObject({
      repo: "Tide",
      isHead: true,
      language: "TypeScript",
      text: tide["src/plan.ts"],
      definitions: [
        { name: "makePlan", kind: "function", line: 1 },
        { name: "Plan", kind: "type", line: 5 },
      ],
      source: "index",
    });
    const { files } = await site.tree({ repo: "Tide" });
    expect(files.map(({ path, isShown }) => [path, isShown])).toEqual([
      ["README.md", true],
      ["logo.png", false],
      ["src/Program.cs", true],
      ["src/plan.ts", true],
    ]);
    const contents = await site.app.request("/api/GitHubRepoContents?repo=Tide&path=README.md");
    expect(await contents.text()).toContain("A plan of the tides.");
    const found = await site.find("plan");
    expect(found.files).toMatchObject([{ repo: "Tide", path: "src/plan.ts" }]);
    expect(found.definitions.map(({ name }) => name)).toEqual(["Plan", "makePlan"]);
  });

  it.each([
    ["/api/GetCodeFile?repo=Tide&path=nothing.ts", 404],
    ["/api/GetCodeFile?repo=Tide&path=../secret", 400],
    ["/api/GetCodeFile?repo=Tide&path=logo.png", 400],
    [`/api/GetCodeFile?repo=Tide&path=README.md&commit=${"0".repeat(40)}`, 404],
    ["/api/GetCodeFile?repo=Tide&path=README.md&commit=main", 400],
    ["/api/GetCodeFile?repo=nothing&path=README.md", 404],
    ["/api/GetCodeTree?repo=nothing", 404],
    ["/api/FindCode?q=", 400],
    ["/api/FindCode?q=a%00b", 400],
    ["/api/githubSearch?term=a&page=0", 400],
    ["/api/githubSearch?term=a&page=35", 400],
  ])("%s answers %i", async (address, status) => {
    expect(await site.status(address)).toMatchObject({ status });
  });

  it.each(["GetCodeFile", "GetCodeTree"])(
    "of a commit are only said to be missing if GitHub could say what the repository is called (%s)",
    async (call) => {
      const address = `/api/${call}?repo=ebb&path=README.md&commit=${"0".repeat(40)}`;
      site.github.answerWith(/./, () => problem(502, "no"));
      expect(await site.status(address)).toMatchObject({ status: 502 });
      site.github.answerAsUsual();
      expect(await site.status(address)).toMatchObject({ status: 404 });
    },
  );

  it("keep the commit before, and no older one", async () => {
    const [repository] = site.github.repositories;
    if (repository === undefined) throw new Error("no repository");
    const commits = [commitOf(repository)];
    for (const text of ["second", "third"]) {
      repository.files = { ...tide, "README.md": text };
      repository.pushedAt = `2026-11-21T13:00:00Z ${text}`
        .slice(0, 20)
        .replace("00Z", text === "second" ? "01Z" : "02Z");
      await site.runPass();
      commits.push(commitOf(repository));
    }
    const read = (commit?: string) =>
      site.file({ repo: "Tide", path: "README.md", ...(commit === undefined ? {} : { commit }) });
    expect(await read()).toMatchObject({ text: "third", isHead: true });
    expect(await read(commits[1])).toMatchObject({ text: "second", isHead: false });
    await expect(read(commits[0])).rejects.toThrow("404");
    expect(await site.everything("second")).toEqual([]);
  });
});

describe("what GitHub no longer has", () => {
  it.each([
    ["renamed", (repository: { name: string }) => (repository.name = "ebb"), ["ebb/README.md"]],
    ["private", (repository: { isPrivate?: boolean }) => (repository.isPrivate = true), []],
    [
      "emptied",
      (repository: { files: object; pushedAt: string }) =>
        Object.assign(repository, { files: {}, pushedAt: "2026-11-21T13:00:00Z" }),
      [],
    ],
  ] as const)("is gone within one pass when it was %s", async (_name, change, expected) => {
    const repository = site.github.add("Tide", { "README.md": "only here\n" });
    site.github.add("moss", { "index.js": "other\n" });
    await site.runPass();
    expect(await site.everything("only")).toEqual(["Tide/README.md"]);
    change(repository);
    await site.runPass();
    expect(await site.everything("only")).toEqual(expected);
    expect(await site.status("/api/GetCodeFile?repo=Tide&path=README.md")).toMatchObject({ status: 404 });
  });

  it("is gone within one pass when it was deleted, texts included", async () => {
    site.github.add("Tide", { "README.md": "only here\n" });
    site.github.add("moss", { "index.js": "other\n" });
    await site.runPass();
    site.github.repositories.shift();
    await site.runPass();
    expect(await site.everything("only")).toEqual([]);
    const { rows } = await database().unsafeDb.execute("select count(*)::int as texts from code_texts");
    expect(rows).toEqual([{ texts: 1 }]);
  });

  it("isn't read again without a push", async () => {
    site.github.add("Tide", tide);
    await site.runPass();
    await site.runPass();
    expect(site.github.countOf(/tarball/)).toBe(1);
  });
});

describe("forks and the switch", () => {
  it("leaves forks out unless the setting says otherwise", async () => {
    site.github.add("copy", { "a.txt": "forked text\n" }, { isFork: true });
    site.github.add("own", { "a.txt": "own text\n" });
    await site.runPass();
    expect(await site.everything("text")).toEqual(["own/a.txt"]);
    const other = createCodeSite(database(), { CODE_INDEX_FORKS: "on" });
    other.github.repositories.push(...site.github.repositories);
    await other.runPass();
    expect(await other.everything("text")).toEqual(["copy/a.txt", "own/a.txt"]);
    await other.app.stop();
  });

  it("leaves everything to GitHub's search when it's off", async () => {
    site.github.add("Tide", tide);
    await site.runPass();
    const off = createCodeSite(database(), { CODE_INDEX: "off" });
    expect(await off.status("/api/githubSearch?term=plan")).toMatchObject({
      status: 401,
      errors: { SIGN_IN_REQUIRED: [expect.any(String)] },
    });
    expect(await off.find("plan")).toEqual({ files: [], definitions: [] });
    await off.app.stop();
  });
});

describe("hostile repositories", () => {
  const folder = "wren-holloway-bad-0000000/";
  const badNames = [
    "../escape.txt",
    "/etc/passwd",
    `${folder}../../up.txt`,
    `${folder}a\u0007b.txt`,
    `${folder}./x.txt`,
  ];

  it.each([
    [
      "names that leave the folder",
      badNames.flatMap((name) => entry(name, "0", Buffer.from("evil words\n"))),
    ],
    ["links", entry(`${folder}link.txt`, "2", Buffer.alloc(0), "/etc/passwd")],
    ["names that aren't UTF-8", latinName(entry(`${folder}caf_.txt`, "0", Buffer.from("evil words\n")))],
    ["bytes that are no text", entry(`${folder}evil.txt`, "0", Buffer.from([0x65, 0xff, 0xfe, 0, 1, 2]))],
    ["a file of 2 MB", entry(`${folder}evil.txt`, "0", Buffer.alloc(2_000_000, "evil words\n"))],
  ])("index what else they have: %s", async (_name, entries) => {
    site.github.add("bad", { "good.txt": "good words\n" });
    const good = entry(`${folder}good.txt`, "0", Buffer.from("good words\n"));
    answerWithArchive(site, archiveOf(...good, ...entries));
    site.github.add("other", { "a.txt": "good too\n" });
    await site.runPass();
    expect(await site.everything("good")).toEqual(["bad/good.txt", "other/a.txt"]);
    expect(await site.everything("evil")).toEqual([]);
    const { files } = await site.tree({ repo: "bad" });
    expect(files.filter(({ path, isShown }) => isShown && path !== "good.txt")).toEqual([]);
  });

  it("say why a file has no text", async () => {
    site.github.add("bad", {
      "good.txt": "good words\n",
      "link.txt": { mode: "120000", text: "good.txt" },
      "zero.bin": Buffer.from([0, 1, 2]),
      "large.txt": Buffer.alloc(2_000_000, "evil words\n"),
    });
    await site.runPass();
    for (const [path, reason] of [
      ["link.txt", "This is a link to another file, so it can’t be shown here."],
      ["zero.bin", "This file isn’t text, so it can’t be shown here."],
      ["large.txt", "This file is larger than 1 MB, so it can’t be shown here."],
    ] as const)
      expect(await site.status(`/api/GetCodeFile?repo=bad&path=${path}`)).toMatchObject({
        status: 400,
        errors: { path: [reason] },
      });
  });

  it.each([
    [
      "a file of zeros that unpacks to much",
      () => archiveOf(...entry(`${folder}zeros`, "0", Buffer.alloc(byDay(60_000_000, 1_000_000_000)))),
      { CODE_INDEX_MB: "20" },
      "It’s larger than 20 MB.",
    ],
    [
      "too many files",
      () =>
        archiveOf(
          Buffer.concat(
            Array.from({ length: byDay(3_000, 100_000) }, (_, at) =>
              entry(`${folder}f${at}`, "0", Buffer.from("x")),
            ).flat(),
          ),
        ),
      { CODE_INDEX_FILES: String(byDay(1_000, 99_000)) },
      `It has more than ${byDay(1_000, 99_000).toLocaleString("en-US")} files.`,
    ],
    ["no archive", () => Buffer.from("<html>not a tar</html>"), {}, "The archive is broken."],
    [
      "half an archive",
      () =>
        gzipSync(Buffer.concat(entry(`${folder}a.txt`, "0", Buffer.alloc(5_000, "a"))).subarray(0, 3_000)),
      {},
      "The archive ends too early.",
    ],
  ])("are left out by name, and nothing else: %s", async (_name, archive, environment, reason) => {
    const bounded = createCodeSite(database(), environment);
    bounded.github.add("bad", {});
    answerWithArchive(bounded, archive());
    bounded.github.add("other", { "a.txt": "good too\n" });
    await bounded.runPass();
    const found = await bounded.search("good");
    expect(found.items.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(found.not_indexed).toEqual([{ repository: "bad", reason }]);
    await bounded.app.stop();
  });

  it("end expressions that take forever at their limit, with what they found, and others go on", async () => {
    await site.app.stop();
    site = createCodeSite(database(), { CODE_SEARCH_MS: "300" });
    const trap = `${"a".repeat(30_000)}!\n`;
    site.github.add("bad", { "trap.txt": trap, "good.txt": "aaab words\n" });
    await site.runPass();
    const terms = ["/(a+)+$x/", "/(a|aa)+b$/", "/(a*)*b\\d/", "/^(([a-z])+.)+[A-Z]([a-z])+$/", "/(.*a){20}/"];
    for (const term of terms) {
      const startedAt = performance.now();
      const [found, plain] = await Promise.all([site.search(term), site.search("words")]);
      expect(performance.now() - startedAt).toBeLessThan(6_000);
      expect(typeof found.incomplete_results).toBe("boolean");
      expect(plain.items.map(({ path }) => path)).toEqual(["good.txt"]);
    }
  });
});

function answerWithArchive({ github }: typeof site, archive: Buffer): void {
  github.answerWith(/\/bad\/tarball/, () => new Response(new Uint8Array(archive)));
}

/** Returns an archive of these blocks that says its commit, as GitHub's do. */
function archiveOf(...blocks: Buffer[]): Buffer {
  return gzipSync(
    Buffer.concat([
      ...entry("pax_global_header", "g", paxRecord("comment", "a".repeat(40))),
      ...blocks,
      Buffer.alloc(1024),
    ]),
  );
}

/** Makes a name invalid UTF-8 in its header, whose sum is set again. */
function latinName(blocks: Buffer[]): Buffer[] {
  const [header] = blocks;
  if (header === undefined) return blocks;
  header[header.indexOf("caf_") + 3] = 0xe9;
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return blocks;
}
