import { maxInputBytes } from "../domain/codegen.ts";

/** How large the input is (UTF-8), where it is larger than is taken; else null. */
export function oversizeBytes(samples: readonly { text: string }[]): number | null {
  // A UTF-16 unit takes at most three bytes: the exact count is only made near the limit.
  const units = samples.reduce((sum, { text }) => sum + text.length, 0);
  if (units * 3 <= maxInputBytes) return null;
  const bytes = samples.reduce((sum, { text }) => sum + new Blob([text]).size, 0);
  return bytes > maxInputBytes ? bytes : null;
}

/** Why an input of this size is refused, and what to do. */
export function oversizeMessage(bytes: number): string {
  const megabytes = (size: number) => (size / 1_000_000).toFixed(1).replace(/\.0$/, "");
  return `This is ${megabytes(bytes)} MB; up to ${megabytes(maxInputBytes)} MB are taken. A part of it says as much about the types: keep a few records of each kind.`;
}

/** Reads a dropped or picked file; a sentence where it is too large or no text. */
export async function readSampleFile(file: File): Promise<{ text: string } | { refusal: string }> {
  if (file.size > maxInputBytes) return { refusal: oversizeMessage(file.size) };
  try {
    // `fatal`: a picture or an archive is no JSON, and replacement characters would help nobody.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) };
  } catch {
    return { refusal: `${file.name} cannot be read as text (UTF-8).` };
  }
}
