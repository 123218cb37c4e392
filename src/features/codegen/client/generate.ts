import {
  InputData,
  JSONSchemaInput,
  JSONSchemaStore,
  jsonInputForTargetLanguage,
  languageNamed,
  quicktypeMultiFile,
  isLanguageName,
  type JSONSchema,
  type LanguageName,
} from "quicktype-core";
import { detections, type GenerateOutcome, type GenerateRequest } from "../domain/codegen.ts";
import type { LanguageOption } from "../domain/codegen.ts";
import { nullOnlyFields } from "../domain/null-only-fields.ts";
import { findTargetLanguage, outputFileName } from "../domain/target-languages.ts";
import { readJson, withoutMark } from "./json-problem.ts";

/** Large (about 280 KB brotli): only the worker and tests import this file. */

/** Blocks schema references, which quicktype would fetch: nothing pasted here leaves the browser. */
class NoSchemaStore extends JSONSchemaStore {
  fetch(): Promise<JSONSchema | undefined> {
    return Promise.resolve(undefined);
  }
}

/** Generates types for `request.samples` with quicktype; every failure has an explanation. */
export async function generateCode(request: GenerateRequest): Promise<GenerateOutcome> {
  const values: unknown[] = [];
  const samples: string[] = [];
  const hasText = request.samples.some((sample) => sample.trim() !== "");
  for (const [sampleIndex, sample] of request.samples.entries()) {
    // One that was added and isn't filled in yet.
    if (hasText && sample.trim() === "") continue;
    const read = readJson(sample);
    if ("problem" in read) return { outcome: "invalid", problem: { sampleIndex, ...read.problem } };
    values.push(read.value);
    samples.push(withoutMark(sample));
  }
  if (request.kind === "schema" && !isSchema(values[0]))
    return failed("A JSON Schema must be an object. For sample data, select JSON.");
  const { language: name } = request;
  const target = findTargetLanguage(name);
  if (target === null || !isLanguageName(name)) return failed("This language isn’t supported.");
  try {
    const files = await runQuicktype({ ...request, samples }, name, outputFileName(target, request.typeName));
    return { outcome: "generated", files, warnings: request.kind === "json" ? warningsOf(values) : [] };
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** Returns a language's options as quicktype describes them. */
export function describeLanguage(name: string): LanguageOption[] {
  if (!isLanguageName(name)) return [];
  return languageNamed(name).optionDefinitions.flatMap((option): LanguageOption[] => {
    const about = {
      name: option.name,
      description: option.description,
      isPrimary: option.kind !== "secondary",
    };
    if (option.optionType === "boolean")
      return [{ ...about, type: "boolean", defaultValue: option.defaultValue === true }];
    const defaultValue = typeof option.defaultValue === "string" ? option.defaultValue : "";
    if (option.optionType === "string") return [{ ...about, type: "text", defaultValue }];
    return [{ ...about, type: "choice", defaultValue, values: Object.keys(option.values ?? {}) }];
  });
}

async function runQuicktype(request: GenerateRequest, lang: LanguageName, outputFilename: string) {
  const flags = detections.map(({ name }) => [name, request.detections.includes(name)] as const);
  const results = await quicktypeMultiFile({
    inputData: await inputOf(request, lang),
    lang,
    outputFilename,
    rendererOptions: request.languageOptions,
    ...Object.fromEntries(flags),
    // "$ref" in data is data.
    ignoreJsonRefs: true,
  });
  const files = [...results].map(([name, { lines }]) => ({ name, text: lines.join("\n") }));
  // The main type first, helpers (Java's Converter) after it.
  return files.toSorted((a, b) => Number(b.name === outputFilename) - Number(a.name === outputFilename));
}

async function inputOf(
  { kind, samples, typeName, languageOptions }: GenerateRequest,
  lang: LanguageName,
): Promise<InputData> {
  const name = typeName.trim() === "" ? "Root" : typeName.trim();
  const inputData = new InputData();
  if (kind === "schema") {
    const input = new JSONSchemaInput(new NoSchemaStore());
    await input.addSource({ name, schema: samples[0] ?? "" });
    inputData.addInput(input);
    return inputData;
  }
  const input = jsonInputForTargetLanguage(lang, undefined, false, languageOptions);
  await input.addSource({ name, samples });
  inputData.addInput(input);
  return inputData;
}

function isSchema(value: unknown): boolean {
  return (typeof value === "object" && value !== null && !Array.isArray(value)) || value === true;
}

function warningsOf(values: unknown[]): string[] {
  const fields = nullOnlyFields(values);
  if (fields.length === 0) return [];
  const names = fields.map((field) => `“${field}”`).join(", ");
  return [`Always null in the input, so the type is a guess: ${names}. Add a sample with a value.`];
}

function failed(message: string): GenerateOutcome {
  return { outcome: "failed", message };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, reference] = /^Could not fetch schema (.+), referred to from/.exec(message) ?? [];
  if (reference !== undefined)
    return `The schema refers to ${reference}, which isn’t fetched. Paste that part into the schema.`;
  // quicktype's Objective-C aligns a list's functions by its prefixed name, which must be as long as "NSString".
  if (message.includes("repeat a string a negative number"))
    return "This name is too short for Objective-C. Enter one of at least eight letters.";
  return message.includes("Maximum call stack") ? "This is nested too deeply." : message;
}
