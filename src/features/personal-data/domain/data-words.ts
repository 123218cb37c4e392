/** A kind of thing that the site holds of a person, and how many. */
type Held = { words: string; count: number };

/** "1,204 transactions". */
export function heldWords({ words, count }: Held): string {
  return `${count.toLocaleString("en-US")} ${words}`;
}

/** A size as people read it: "812 bytes", "48 KB", "1.3 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What a deletion takes, a sentence for each; `banks` by name. */
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
  if (banks.length > 0) sentences.push(`The link to ${listOf(banks)} is ended at the bank first.`);
  if (hasGitHubLink) sentences.push("Your GitHub account is unlinked, and the permission given back.");
  if (held.length > 0) sentences.push(`${listOf(held.map(heldWords))} are deleted.`);
  sentences.push("You are signed out here and everywhere else, and your name leaves the list of users.");
  return sentences;
}

/** "a", "a and b", "a, b and c". */
function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(names);
}
