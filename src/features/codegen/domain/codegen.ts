/** Kind of input: sample values, or a JSON Schema. */
export type InputKind = "json" | "schema";

/** Detection in a sample's strings and objects, under quicktype's name. */
export type Detection =
  | "inferDateTimes"
  | "inferUuids"
  | "inferIntegerStrings"
  | "inferBooleanStrings"
  | "inferEnums"
  | "inferMaps"
  | "combineClasses";

/** Option values of a target language, by quicktype's names. */
export type LanguageOptions = Record<string, string | boolean>;

export type GenerateRequest = {
  kind: InputKind;
  /** One or more samples of the same thing; for a schema, exactly one. */
  samples: string[];
  /** Name of the outermost type. */
  typeName: string;
  /** quicktype's name of the target language. */
  language: string;
  languageOptions: LanguageOptions;
  detections: Detection[];
};

export type GeneratedFile = { name: string; text: string };

/** Position and explanation of a JSON error. Lines and columns count from 1, offsets (UTF-16) from 0. */
export type SampleProblem = {
  sampleIndex: number;
  message: string;
  line: number;
  column: number;
  offset: number;
};

export type GenerateOutcome =
  | { outcome: "generated"; files: GeneratedFile[]; warnings: string[] }
  | { outcome: "invalid"; problem: SampleProblem }
  /** The input is valid JSON, but no types can be generated from it, or it took too long. */
  | { outcome: "failed"; message: string };

/** An option of a target language, for a form. */
export type LanguageOption = {
  name: string;
  description: string;
  /** Shown at once; the others are under "More". */
  isPrimary: boolean;
} & (
  | { type: "boolean"; defaultValue: boolean }
  | { type: "choice"; defaultValue: string; values: string[] }
  | { type: "text"; defaultValue: string }
);

/** Maximum size of all samples together. Beyond it a browser's text field becomes too slow. */
export const maxInputBytes = 5_000_000;

/** Detection checkboxes. Dates and the like are off by default, because guesses from a sample are often wrong. */
export const detections: readonly { name: Detection; label: string; isDefault: boolean }[] = [
  { name: "inferDateTimes", label: "Dates and times in strings", isDefault: false },
  { name: "inferUuids", label: "UUIDs in strings", isDefault: false },
  { name: "inferIntegerStrings", label: "Whole numbers in strings", isDefault: false },
  { name: "inferBooleanStrings", label: "true and false in strings", isDefault: false },
  { name: "inferEnums", label: "Enums from repeated strings", isDefault: false },
  { name: "inferMaps", label: "Maps from objects with data as keys", isDefault: true },
  { name: "combineClasses", label: "One type for similar objects", isDefault: true },
];

export const defaultDetections: Detection[] = detections
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);
