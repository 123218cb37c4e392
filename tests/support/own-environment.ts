import { settingNames } from "#server/settings/settings.ts";

/**
 * Vitest global setup that removes the person's own settings for a site (or for `psql`), so that they don't affect the tests
 * and their processes.
 */
export function setup(): void {
  const libpqNames = Object.keys(process.env).filter((name) => /^PG[A-Z]+$/.test(name));
  for (const name of [...settingNames, ...libpqNames]) delete process.env[name];
}
