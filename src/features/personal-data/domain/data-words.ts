import { countText } from "#shared/text/counts.ts";
import { listWords } from "#shared/text/list-words.ts";

/** Kind of stored data and its count. */
type Held = { words: string; count: number };

/** Formats a count with its noun: "1,204 transactions". */
export function heldWords({ words, count }: Held): string {
  return `${countText(count)} ${words}`;
}

/** Formats a size: "812 bytes", "48 KB", "1.3 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Lists the consequences of a deletion; `banks` are names. */
export function deletionConsequences({
  held,
  banks,
  hasGitHubLink,
}: {
  held: readonly Held[];
  banks: readonly string[];
  hasGitHubLink: boolean;
}): string[] {
  const sentences: string[] = [];
  if (banks.length > 0) sentences.push(`Unlinks ${listWords(banks)}.`);
  if (hasGitHubLink) sentences.push("Unlinks your GitHub account and revokes its access.");
  if (held.length > 0) sentences.push(`Deletes ${listWords(held.map(heldWords))}.`);
  sentences.push("Signs you out everywhere and removes you from the list of users.");
  return sentences;
}
