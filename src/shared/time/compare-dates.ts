/** Orders dates, or instants in one zone, earliest first. `localeCompare` would load a language's rules for it. */
export function compareDates(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
