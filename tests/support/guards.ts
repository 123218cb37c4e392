import { afterEach, beforeEach, expect, vi } from "vitest";

/** Makes the console and the network part of every test: an unexpected console line or outside call fails it. */

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);
const complaints: string[] = [];
const realFetch = globalThis.fetch;

/** Declares that a test expects a console line; returns a list of what is printed, which the guard ignores. */
export function expectConsole(level: "error" | "warn"): unknown[][] {
  const lines: unknown[][] = [];
  vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void lines.push(args));
  return lines;
}

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      complaints.push(`console.${level}: ${args.map(String).join(" ")}`);
    });
  }
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!loopback.has(url.hostname)) {
      complaints.push(`outside call: ${url.origin}${url.pathname}`);
      return Promise.reject(new TypeError(`tests may not call ${url.hostname}`));
    }
    return realFetch(input, init);
  });
});

afterEach(() => {
  // After the test, not before the next one: the worker's next file may start programs before its first test.
  vi.unstubAllEnvs();
  expect(complaints, "unexpected console lines or outside calls").toEqual([]);
});
