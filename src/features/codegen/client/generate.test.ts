import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { defaultTargetLanguages } from "quicktype-core";
import { describe, expect, it } from "vitest";
import { congressSandbox } from "#upstreams/congress/congress-sandbox-client.ts";
import { startCongressSandbox, startGitHubSandbox } from "../../../../tests/support/stand-ins/sandboxes.ts";
import { defaultDetections, type GenerateRequest } from "../domain/codegen.ts";
import { targetLanguages } from "../domain/target-languages.ts";
import { describeLanguage, generateCode } from "./generate.ts";

const bill = JSON.stringify({
  congress: 117,
  number: "3684",
  type: "HR",
  title: "Infrastructure Investment and Jobs Act",
  introducedDate: "2021-06-04",
  laws: [{ number: "117-58", type: "Public Law" }],
  sponsors: [{ bioguideId: "D000191", district: 4, isByRequest: "N", middleName: null }],
  cosponsors: { count: 5, "count including withdrawn": 5 },
});

function request(change: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    kind: "json",
    samples: [bill],
    typeName: "Bill",
    language: "typescript",
    languageOptions: {},
    detections: defaultDetections,
    ...change,
  };
}

async function filesOf(change: Partial<GenerateRequest> = {}) {
  const made = await generateCode(request(change));
  if (made.outcome !== "generated") throw new Error(JSON.stringify(made));
  return made.files;
}

async function textOf(change: Partial<GenerateRequest> = {}): Promise<string> {
  return (await filesOf(change)).map(({ text }) => text).join("\n");
}

describe("generated code", () => {
  it("is available in all of quicktype's languages, which the page lists", async () => {
    expect(targetLanguages.map(({ name }) => name).toSorted()).toEqual(
      defaultTargetLanguages.map(({ name }) => name).toSorted(),
    );
    for (const { name, label } of targetLanguages) {
      const text = await textOf({ language: name });
      expect(text.toLowerCase(), label).toContain("introduced");
    }
  });

  it("types dates as strings unless date detection is on", async () => {
    expect(await textOf()).toMatch(/introducedDate:\s+string/);
    expect(await textOf({ detections: ["inferDateTimes"] })).toMatch(/introducedDate:\s+Date/);
  });

  it("infers optional fields from several samples", async () => {
    expect(await textOf({ samples: ['{"a":1}', '{"a":2,"b":"x"}'], typeName: "Pair" })).toMatch(
      /b\?:\s+string/,
    );
  });

  it("ignores a byte order mark", async () => {
    const marked = `\ufeff${bill}`;
    expect(await textOf({ samples: [marked] })).toBe(await textOf());
    const schema = '\ufeff{"type":"object","properties":{"a":{"type":"string"}}}';
    expect(await textOf({ kind: "schema", samples: [schema] })).toMatch(/a\?:\s+string/);
  });

  it("says so if it can't follow how deeply something is nested", async () => {
    const samples = ["[".repeat(10_000) + "]".repeat(10_000)];
    expect(await generateCode(request({ samples }))).toEqual({
      outcome: "failed",
      message: "This is nested too deeply.",
    });
  });

  it("warns about fields that are always null", async () => {
    expect(await generateCode(request())).toMatchObject({
      warnings: [expect.stringContaining("sponsors[].middleName")],
    });
    expect(await generateCode(request({ samples: ['{"a":1}'] }))).toMatchObject({ warnings: [] });
  });

  it("resolves a JSON Schema's own references, and never fetches others", async () => {
    const schema = JSON.stringify({
      type: "object",
      required: ["a"],
      properties: { a: { $ref: "#/definitions/when" } },
      definitions: { when: { type: "string", format: "date-time" } },
    });
    expect(await textOf({ kind: "schema", samples: [schema], typeName: "Timed" })).toMatch(/a:\s+string/);
    const remote = '{"type":"object","properties":{"a":{"$ref":"https://example.org/a.json"}}}';
    expect(await generateCode(request({ kind: "schema", samples: [remote] }))).toEqual({
      outcome: "failed",
      message: expect.stringMatching(/refers to https:\/\/example\.org\/a\.json, which isn.t fetched/),
    });
    expect(await generateCode(request({ kind: "schema", samples: ["[1]"] }))).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("A JSON Schema must be an object"),
    });
  });

  it("says when Objective-C needs a longer name for a list", async () => {
    const list = { samples: ["[1]"], language: "objc" };
    expect(await generateCode(request({ ...list, typeName: "Root" }))).toEqual({
      outcome: "failed",
      message: "This name is too short for Objective-C. Enter one of at least eight letters.",
    });
    expect(await textOf({ ...list, typeName: "RootList" })).toContain("RootList");
  });

  it("says in which sample and where the JSON is invalid", async () => {
    expect(await generateCode(request({ samples: ["1", "[1\n,,]"] }))).toMatchObject({
      outcome: "invalid",
      problem: { sampleIndex: 1, line: 2, column: 2, offset: 4 },
    });
  });

  it("leaves out samples without text, unless all are", async () => {
    const samples = ['{"a":1}', " ", '{"b":2}'];
    expect(await textOf({ samples })).toMatch(/a\?:\s+number;\s+b\?:\s+number/);
    expect(await generateCode(request({ samples: ["1", "", "[1"] }))).toMatchObject({
      problem: { sampleIndex: 2 },
    });
    expect(await generateCode(request({ samples: ["", ""] }))).toMatchObject({
      problem: { sampleIndex: 0, message: "Enter some JSON" },
    });
  });

  it("treats $ref, __proto__, and constructor in data as data", async () => {
    const text = await textOf({
      samples: ['{"$ref":"#/x","__proto__":{"a":1},"constructor":2}'],
      typeName: "Odd",
    });
    expect(text).toContain("constructor");
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it("has one file per type for languages that need it, the main type first", async () => {
    expect((await filesOf({ language: "java" })).map(({ name }) => name)).toEqual([
      "Bill.java",
      "Converter.java",
      "Cosponsors.java",
      "Law.java",
      "Sponsor.java",
    ]);
  });

  it("respects the language's options, which can be listed", async () => {
    const options = describeLanguage("go");
    expect(options).toContainEqual({
      name: "package",
      description: expect.any(String),
      isPrimary: true,
      type: "text",
      defaultValue: "main",
    });
    expect(await textOf({ language: "go", languageOptions: { package: "bills" } })).toContain(
      "package bills",
    );
    for (const { name } of targetLanguages)
      for (const option of describeLanguage(name))
        if (option.type === "choice")
          expect(option.values, `${name} ${option.name}`).toContain(option.defaultValue);
  });
});

/** Returns the page's examples as their services return them. */
async function siteSamples(): Promise<{ bill: string; repository: string }> {
  const github = await startGitHubSandbox();
  const congress = await startCongressSandbox();
  try {
    const repositories = await readJson(`${github.url}/users/robin-ashgrove/repos?sort=pushed&per_page=1`);
    const item = await readJson(
      `${congress.url}/bill/117/hr/5376?format=json&api_key=${congressSandbox.key}`,
    );
    const samples = { bill: (item as { bill: unknown }).bill, repository: (repositories as unknown[])[0] };
    return { bill: JSON.stringify(samples.bill), repository: JSON.stringify(samples.repository) };
  } finally {
    await Promise.all([github.close(), congress.close()]);
  }
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.json();
}

describe("code from the site's own examples", () => {
  it("compiles in strict mode, in TypeScript and Zod, and parses the example", async () => {
    const samples = await siteSamples();
    // Inside the project, so that `zod` resolves.
    const cache = resolve(import.meta.dirname, "../../../../.cache");
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, "codegen-"));
    const place = (name: string) => join(folder, name);
    try {
      for (const [name, sample] of [
        ["Bill", samples.bill] as const,
        ["Repository", samples.repository] as const,
      ])
        for (const [language, typeName] of [
          ["typescript", name] as const,
          ["typescript-zod", `Zod${name}`] as const,
        ]) {
          const [file] = await filesOf({ samples: [sample], language, typeName });
          await writeFile(place(file?.name ?? ""), file?.text ?? "");
        }
      const files = ["bill.ts", "repository.ts", "zod-bill.ts", "zod-repository.ts"].map(place);
      const compiler = resolve(import.meta.dirname, "../../../../node_modules/typescript/bin/tsc");
      const rules = "--noEmit --strict --target es2022 --module preserve --skipLibCheck --ignoreConfig".split(
        " ",
      );
      await promisify(execFile)(process.execPath, [compiler, ...rules, ...files]);

      const { Convert } = await generated<{ Convert: Record<string, (json: string) => unknown> }>(
        place("bill.ts"),
      );
      expect(Convert["toBill"]?.(samples.bill)).toEqual(JSON.parse(samples.bill));
      expect(() => Convert["toBill"]?.('{"congress":"x"}')).toThrow("Invalid value");
      const repository = await generated<{ Convert: typeof Convert }>(place("repository.ts"));
      expect(repository.Convert["toRepository"]?.(samples.repository)).toEqual(
        JSON.parse(samples.repository),
      );
      type Schemas = Record<string, { parse: (value: unknown) => unknown }>;
      const zodBill = (await generated<Schemas>(place("zod-bill.ts")))["ZodBillSchema"];
      expect(zodBill?.parse(JSON.parse(samples.bill))).toEqual(JSON.parse(samples.bill));
      expect(() => zodBill?.parse({})).toThrow();
      const zodRepository = (await generated<Schemas>(place("zod-repository.ts")))["ZodRepositorySchema"];
      expect(zodRepository?.parse(JSON.parse(samples.repository))).toEqual(JSON.parse(samples.repository));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

async function generated<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}
