/**
 * Container health check: exits with 0 if `/readyz` says the server is ready, else with 1 and a line with the reason. Reads
 * HOST and PORT like the server, where an empty value counts as unset. Loads nothing else, because it runs every 30 seconds.
 */
const timeoutMs = 4_000;
const host = process.env["HOST"] || "127.0.0.1";
const port = process.env["PORT"] || "3000";
const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
const inner = everywhere[host] ?? (host.includes(":") ? `[${host}]` : host);

try {
  const response = await fetch(`http://${inner}:${port}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  console.error(`not ready: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}
