import { defaultDetections, detections, type Detection, type InputKind } from "../domain/codegen.ts";
import type { LanguageOptions } from "../domain/codegen.ts";
import { defaultLanguage, findTargetLanguage } from "../domain/target-languages.ts";

/** Settings of the generator, remembered between visits. */
export type CodegenSettings = {
  language: string;
  detections: Detection[];
  /** Options by language, only those that differ from quicktype's defaults. */
  languageOptions: Record<string, LanguageOptions>;
};

/** Input of the generator. */
type CodegenInput = { kind: InputKind; typeName: string; samples: string[] };

/** The state in a shared link. */
export type CodegenState = CodegenSettings & CodegenInput;

export const defaultSettings: CodegenSettings = {
  language: defaultLanguage,
  detections: defaultDetections,
  languageOptions: {},
};

const maxSamples = 50;

/** Reads settings from a link or an earlier visit; missing or unknown ones get their defaults. */
export function readCodegenSettings(given: unknown): CodegenSettings {
  const from = asRecord(given);
  const language = asText(from["language"], defaultLanguage);
  const chosen = from["detections"];
  return {
    language: findTargetLanguage(language) === null ? defaultLanguage : language,
    detections: Array.isArray(chosen)
      ? detections.map(({ name }) => name).filter((name) => chosen.includes(name))
      : defaultDetections,
    languageOptions: Object.fromEntries(
      Object.entries(asRecord(from["languageOptions"]))
        .filter(([name]) => findTargetLanguage(name) !== null)
        .map(([name, options]) => [name, readOptions(options)]),
    ),
  };
}

/** Reads a whole state; returns null if it contains no input. */
export function readCodegenState(given: unknown): CodegenState | null {
  const from = asRecord(given);
  const samples = from["samples"];
  if (!Array.isArray(samples) || samples.length === 0) return null;
  const texts = samples.filter((sample) => typeof sample === "string").slice(0, maxSamples);
  if (texts.length === 0) return null;
  return {
    ...readCodegenSettings(given),
    kind: from["kind"] === "schema" ? "schema" : "json",
    typeName: asText(from["typeName"], "Root").slice(0, 100),
    samples: texts,
  };
}

function readOptions(given: unknown): LanguageOptions {
  return Object.fromEntries(
    Object.entries(asRecord(given)).filter(
      (entry): entry is [string, string | boolean] =>
        typeof entry[1] === "string" || typeof entry[1] === "boolean",
    ),
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function asText(value: unknown, fallback: string): string {
  return typeof value === "string" && value !== "" ? value : fallback;
}
