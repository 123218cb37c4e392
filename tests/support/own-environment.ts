import { settingNames } from "#server/settings/settings.ts";

/**
 * Vitest global setup: what the person has set for a site of theirs (or for `psql`) is none of the tests' business, nor of
 * the processes that they start.
 */
export function setup(): void {
  const libpqNames = Object.keys(process.env).filter((name) => /^PG[A-Z]+$/.test(name));
  for (const name of [...settingNames, ...libpqNames]) delete process.env[name];
}
