const lower: readonly (readonly [points: number, pattern: RegExp])[] = [
  [4, /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|coverage|generated)\//],
  [4, /\.(?:min\.\w+|map|lock|snap|g\.cs|designer\.cs)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/],
  [2, /(?:^|\/)(?:tests?|specs?|__tests__|fixtures?|mocks?|samples?|examples?)\//],
  [2, /[._-](?:test|tests|spec|e2e)\.\w+$|tests?\.cs$/],
  [2, /(?:^|\/)(?:readme|changelog|license|contributing)(?:\.\w+)?$/],
];

/** Returns how many points lower a file ranks by its path: generated files, tests, and READMEs. */
export function pathWeight(path: string): number {
  const folded = path.toLowerCase();
  return lower.reduce((sum, [points, pattern]) => (pattern.test(folded) ? sum + points : sum), 0);
}
