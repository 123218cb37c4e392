import { describe, expect, it } from "vitest";
import { fetchWithOwnSandboxes } from "./own-sandbox.ts";
import { readSettings } from "./settings.ts";

const address = {
  selfOrigin: () => "https://demo.example",
  internalOrigin: () => "http://127.0.0.1:3000",
};
const demo = { FOLIO_DEMO: "1", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example" };

async function askedAddress(url: string | URL | Request): Promise<string> {
  const asked: string[] = [];
  const fetcher = fetchWithOwnSandboxes(
    async (input) => {
      asked.push(input instanceof Request ? input.url : String(input));
      return new Response();
    },
    readSettings(demo),
    address,
  );
  await fetcher(url);
  return asked.join();
}

describe("a call of the server's", () => {
  it("to its own sandbox takes the inner address", async () => {
    const inner = "http://127.0.0.1:3000/sandbox/github/users/x?page=2";
    const outer = "https://demo.example/sandbox/github/users/x?page=2";
    expect(await askedAddress(outer)).toBe(inner);
    expect(await askedAddress(new URL(outer))).toBe(inner);
  });

  it("to anything else goes out as it is", async () => {
    for (const url of [
      "https://demo.example/api/GetUsers",
      "https://demo.example.org/sandbox/github",
      "https://api.github.com/sandbox/github",
    ]) {
      expect(await askedAddress(url)).toBe(url);
    }
  });
});
