import { maxInputBytes } from "../domain/codegen.ts";

/** Returns the input's size (UTF-8) if it is too large, else null. */
export function oversizeBytes(samples: readonly { text: string }[]): number | null {
  // A UTF-16 unit takes at most three bytes, so an exact count is only needed near the limit.
  const units = samples.reduce((sum, { text }) => sum + text.length, 0);
  if (units * 3 <= maxInputBytes) return null;
  const bytes = samples.reduce((sum, { text }) => sum + new Blob([text]).size, 0);
  return bytes > maxInputBytes ? bytes : null;
}

/** Explains that an input is too large and what to do. */
export function oversizeMessage(bytes: number): string {
  const megabytes = (size: number) => (size / 1_000_000).toFixed(1).replace(/\.0$/, "");
  return `This is ${megabytes(bytes)} MB. The limit is ${megabytes(maxInputBytes)} MB. A few records of each kind are enough.`;
}

/** Reads a dropped or selected file; returns an explanation if it is too large or isn't text. */
export async function readSampleFile(file: File): Promise<{ text: string } | { refusal: string }> {
  if (file.size > maxInputBytes) return { refusal: oversizeMessage(file.size) };
  try {
    // `fatal` rejects images and archives instead of inserting replacement characters.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { refusal: `${file.name} isn’t UTF-8 text.` };
  }
}
