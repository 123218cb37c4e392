/** A field: its tag (`61`, `60F`) and its lines. */
export type Mt940Field = { tag: string; line: number; lines: string[] };

/** Lines of a field; SWIFT allows six. */
const mostLines = 100;

/**
 * Splits a file into messages of fields (docs/reference/import.md, "MT940"). A message begins with `:20:`. Envelopes
 * (`{1:…}{4:`, `-}`) are dropped. A line continues the field before it unless it begins with a tag.
 */
export function mt940Messages(text: string, countRow: (line: number) => void): Mt940Field[][] {
  const messages: Mt940Field[][] = [];
  let field: Mt940Field | null = null;
  let number = 0;
  for (const raw of text.split("\n")) {
    number += 1;
    const line = withoutEnvelope(raw.trimEnd());
    const [start = "", tag = ""] = /^\s{0,4}:(\d{2}[A-Z]?):/.exec(line) ?? [];
    if (start !== "") {
      if (tag === "61") countRow(number);
      if (tag === "20" || messages.length === 0) messages.push([]);
      field = { tag, line: number, lines: [line.slice(start.length)] };
      messages.at(-1)?.push(field);
    } else if (/^-\}?$/.test(line)) {
      field = null;
    } else if (line !== "" && field !== null && field.lines.length < mostLines) {
      field.lines.push(line);
    }
  }
  return messages;
}

/** Drops what comes before the text of a message and behind it. */
function withoutEnvelope(line: string): string {
  if (!line.startsWith("{")) return line.startsWith("-}") ? "-" : line;
  const start = line.indexOf("{4:");
  return start === -1 ? "" : line.slice(start + 3);
}

export function fieldWith(fields: readonly Mt940Field[], ...tags: string[]): Mt940Field | null {
  return fields.find(({ tag }) => tags.includes(tag)) ?? null;
}
