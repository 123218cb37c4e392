import { settingNames } from "#server/settings/settings.ts";
import { decodedText } from "#shared/text/decoded-text.ts";
import type { CheckResult } from "./doctor-report.ts";

/** Settings whose values must not appear in a report, which people share when they ask for help. */
export const secretName = /SECRET|TOKEN|KEY|PASSPHRASE/;
const shortestSecret = 4;
const shown = "[secret]";

/**
 * Returns the results without the values of secret settings and credentials in URLs, because an upstream may echo what it was
 * sent.
 */
export function withoutSecrets(
  results: CheckResult[],
  environment: Record<string, string | undefined>,
): CheckResult[] {
  const secrets = secretsOf(environment);
  const clean = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, shown), text).replaceAll(credentials, "$1");
  return results.map(({ details, ...result }) => ({
    ...result,
    message: clean(result.message),
    ...(details === undefined ? {} : { details: details.map(clean) }),
  }));
}

/** `user:password@` of a URL. */
const credentials = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/@]*@/gi;

function secretsOf(environment: Record<string, string | undefined>): string[] {
  const values = [...settingNames, "NEW_SECRET_KEY", "FOLIO_BACKUP_PASSPHRASE"].flatMap((name) => {
    const value = environment[name]?.trim() ?? "";
    return secretName.test(name) ? [value] : passwordOf(value);
  });
  // The longest first, because one secret may contain another.
  return values
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length);
}

function passwordOf(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  // A URL may hold it percent-encoded.
  return [password, decodedText(password)];
}
