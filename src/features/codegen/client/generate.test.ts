import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { defaultTargetLanguages } from "quicktype-core";
import { describe, expect, it } from "vitest";
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
  it("comes in every language of quicktype's, and the page's list is that list", async () => {
    expect(targetLanguages.map(({ name }) => name).toSorted()).toEqual(
      defaultTargetLanguages.map(({ name }) => name).toSorted(),
    );
    for (const { name, label } of targetLanguages) {
      const text = await textOf({ language: name });
      expect(text.toLowerCase(), label).toContain("introduced");
    }
  });

  it("carries dates as strings unless they are asked for", async () => {
    expect(await textOf()).toMatch(/introducedDate:\s+string/);
    expect(await textOf({ detections: ["inferDateTimes"] })).toMatch(/introducedDate:\s+Date/);
  });

  it("learns from several samples what is optional", async () => {
    expect(await textOf({ samples: ['{"a":1}', '{"a":2,"b":"x"}'], typeName: "Pair" })).toMatch(
      /b\?:\s+string/,
    );
  });

  it("names fields that were only ever null", async () => {
    expect(await generateCode(request())).toMatchObject({
      warnings: [expect.stringContaining("sponsors[].middleName")],
    });
    expect(await generateCode(request({ samples: ['{"a":1}'] }))).toMatchObject({ warnings: [] });
  });

  it("comes from a JSON Schema with its own references, and fetches none from elsewhere", async () => {
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
      message: expect.stringMatching(/refers to https:\/\/example\.org\/a\.json.* Nothing is fetched/),
    });
    expect(await generateCode(request({ kind: "schema", samples: ["[1]"] }))).toMatchObject({
      outcome: "failed",
      message: expect.stringContaining("A JSON Schema is an object"),
    });
  });

  it("says in which sample, and where, the JSON ends to be JSON", async () => {
    expect(await generateCode(request({ samples: ["1", "[1\n,,]"] }))).toMatchObject({
      outcome: "invalid",
      problem: { sampleIndex: 1, line: 2, column: 2, offset: 4 },
    });
  });

  it("takes $ref, __proto__ and constructor inside data for data", async () => {
    const text = await textOf({
      samples: ['{"$ref":"#/x","__proto__":{"a":1},"constructor":2}'],
      typeName: "Odd",
    });
    expect(text).toContain("constructor");
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it("comes in a file for each type where the language wants that, the type's own first", async () => {
    expect((await filesOf({ language: "java" })).map(({ name }) => name)).toEqual([
      "Bill.java",
      "Converter.java",
      "Cosponsors.java",
      "Law.java",
      "Sponsor.java",
    ]);
  });

  it("obeys the language's own options, which can be described", async () => {
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

  it("of TypeScript and Zod compiles under strict rules and takes the sample back", async () => {
    // Inside the project, so that `zod` is found.
    const cache = resolve(import.meta.dirname, "../../../../.cache");
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, "codegen-"));
    try {
      const plain = (await filesOf())[0];
      const zod = (await filesOf({ language: "typescript-zod", typeName: "ZodBill" }))[0];
      for (const file of [plain, zod]) await writeFile(join(folder, file?.name ?? ""), file?.text ?? "");
      const paths = ["bill.ts", "zod-bill.ts"].map((name) => join(folder, name));
      await promisify(execFile)(process.execPath, [
        resolve(import.meta.dirname, "../../../../node_modules/typescript/bin/tsc"),
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "preserve",
        "--skipLibCheck",
        "--ignoreConfig",
        ...paths,
      ]);
      const { Convert } = (await import(pathToFileURL(join(folder, "bill.ts")).href)) as {
        Convert: { toBill: (json: string) => unknown };
      };
      expect(Convert.toBill(bill)).toEqual(JSON.parse(bill));
      expect(() => Convert.toBill('{"congress":"x"}')).toThrow();
      const { ZodBillSchema } = (await import(pathToFileURL(join(folder, "zod-bill.ts")).href)) as {
        ZodBillSchema: { parse: (value: unknown) => unknown };
      };
      expect(ZodBillSchema.parse(JSON.parse(bill))).toEqual(JSON.parse(bill));
      expect(() => ZodBillSchema.parse({})).toThrow();
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
