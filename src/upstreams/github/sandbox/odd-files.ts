import type { SeedBundle } from "./seed-bundle.ts";

export function addOddFiles(_name: string, bundle: SeedBundle): SeedBundle {
  return bundle;
}
