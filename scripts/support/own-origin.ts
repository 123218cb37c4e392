import type { Settings } from "#server/settings/settings.ts";

/** Returns the address at which a command on this machine reaches the site's server; with PORT 0 only the server knows it. */
export function ownOrigin({ HOST, PORT }: Pick<Settings, "HOST" | "PORT">): string {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}
