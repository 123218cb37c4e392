/** One record: lines of a letter and a value, ended by `^`. A later line of the same letter counts only for splits. */
export type QifRecord = { line: number; fields: QifField[] };
export type QifField = { letter: string; value: string };

/** Part of a file under one `!` line: its words, such as `Type:Bank`, lower-case. */
export type QifSection = { heading: string; line: number; records: QifRecord[] };

/** Lines of a record. Programs write up to three for each of some dozens of splits. */
const mostFields = 1000;

/**
 * Splits a QIF file into sections and records (docs/reference/import.md, "QIF"). A last record without `^` counts, as many
 * programs leave it out.
 */
export function qifSections(text: string, countRecord: (line: number) => void): QifSection[] {
  const sections: QifSection[] = [];
  let fields: QifField[] = [];
  let start = 0;
  let line = 0;
  const endRecord = () => {
    if (fields.length > 0) {
      countRecord(start);
      sections.at(-1)?.records.push({ line: start, fields });
    }
    fields = [];
  };
  for (const raw of text.split("\n")) {
    line += 1;
    const trimmed = raw.trim();
    if (trimmed === "") continue;
    if (trimmed.startsWith("!")) {
      endRecord();
      sections.push({ heading: headingOf(trimmed), line, records: [] });
    } else if (trimmed.startsWith("^")) {
      endRecord();
    } else if (fields.length < mostFields) {
      if (fields.length === 0) start = line;
      fields.push({ letter: trimmed.charAt(0).toUpperCase(), value: trimmed.slice(1).trim() });
    }
  }
  endRecord();
  return sections;
}

function headingOf(line: string): string {
  return line.slice(1).replaceAll(/\s+/g, " ").replace(/ ?: ?/, ":").trim().toLowerCase();
}

/** Returns the value of a letter; null if it's missing or empty. */
export function fieldOf(record: QifRecord | undefined, letter: string): string | null {
  return record?.fields.find((field) => field.letter === letter)?.value || null;
}
