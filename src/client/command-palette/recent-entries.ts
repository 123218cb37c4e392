const mostRecent = 5;
let ids: readonly string[] = [];

/** Ids of the entries chosen last, newest first. They live as long as the page, since they may name a person's payees. */
export function recentEntries(): readonly string[] {
  return ids;
}

/** Notes that an entry was chosen. */
export function noteEntry(id: string): void {
  ids = [id, ...ids.filter((other) => other !== id)].slice(0, mostRecent);
}
