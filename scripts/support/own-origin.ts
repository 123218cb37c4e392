import type { Settings } from "#server/settings/settings.ts";

/** Where a command on this machine reaches the site's server; PORT 0, any free port, is known to nobody else. */
export function ownOrigin({ HOST, PORT }: Pick<Settings, "HOST" | "PORT">): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
