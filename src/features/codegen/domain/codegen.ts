/** What is pasted: values to learn the types from, or a JSON Schema that describes them. */
export type InputKind = "json" | "schema";

/** How much to read into the strings and objects of a sample; quicktype's own names. */
export type Detection =
  | "inferDateTimes"
  | "inferUuids"
  | "inferIntegerStrings"
  | "inferBooleanStrings"
  | "inferEnums"
  | "inferMaps"
  | "combineClasses";

/** Values of a target language's own options, by quicktype's names. */
export type LanguageOptions = Record<string, string | boolean>;

export type GenerateRequest = {
  kind: InputKind;
  /** One or several samples of the same thing; of a schema, one. */
  samples: string[];
  /** The name of the outermost type. */
  typeName: string;
  /** quicktype's name of the target language. */
  language: string;
  languageOptions: LanguageOptions;
  detections: Detection[];
};

export type GeneratedFile = { name: string; text: string };

/** Where a sample stops being JSON. Lines and columns count from 1, offsets (UTF-16) from 0. */
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
  /** The input is JSON, but no types can be made of it; or the work took too long. */
  | { outcome: "failed"; message: string };

/** One option of a target language, as a form can show it. */
export type LanguageOption = {
  name: string;
  description: string;
  /** Shown at once; the others behind "More". */
  isPrimary: boolean;
} & (
  | { type: "boolean"; defaultValue: boolean }
  | { type: "choice"; defaultValue: string; values: string[] }
  | { type: "text"; defaultValue: string }
);

/** Of all samples together. Beyond it a browser's text field is slower than a person's patience. */
export const maxInputBytes = 5_000_000;

/** The checkboxes of the page. Dates and the like stay strings unless asked for: a guess from a sample is often wrong. */
export const detections: readonly { name: Detection; label: string; isDefault: boolean }[] = [
  { name: "inferDateTimes", label: "Dates and times in strings", isDefault: false },
  { name: "inferUuids", label: "UUIDs in strings", isDefault: false },
  { name: "inferIntegerStrings", label: "Whole numbers in strings", isDefault: false },
  { name: "inferBooleanStrings", label: "true and false in strings", isDefault: false },
  { name: "inferEnums", label: "Enumerations: strings that repeat", isDefault: false },
  { name: "inferMaps", label: "Maps: objects whose keys are data", isDefault: true },
  { name: "combineClasses", label: "Similar objects as one type", isDefault: true },
];

export const defaultDetections: Detection[] = detections
  .filter(({ isDefault }) => isDefault)
  .map(({ name }) => name);
