import { describe, expect, it } from "vitest";
import { readSettings } from "#server/settings/settings.ts";
import { checkSimpleFin } from "./doctor-simplefin.ts";

const live = {
  PUBLIC_URL: "https://folio.example",
  SIMPLEFIN_URL: "https://bridge.example/simplefin/",
};

async function examine(environment: Record<string, string>, answer: () => Response) {
  const asked: string[] = [];
  const results = await checkSimpleFin(readSettings(environment), async (input) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return answer();
  });
  return { asked, said: results.map(({ name, state, message }) => `${name} ${state}: ${message}`) };
}

describe("the doctor's look at SimpleFIN", () => {
  it("says nothing about a site without it, and asks no one", async () => {
    const { asked, said } = await examine({}, () => new Response());
    expect(said).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each([
    [
      () => Response.json({ versions: ["1.0", "2.0"] }),
      "SimpleFIN ok: live at bridge.example, which speaks version 1.0, 2.0",
    ],
    [() => new Response("no", { status: 404 }), "SimpleFIN fail: bridge.example answered 404"],
    [
      () => Response.json({}),
      "SimpleFIN fail: bridge.example doesn't respond like SimpleFIN: its answer has no versions",
    ],
    [() => new Response("<html>"), /^SimpleFIN fail: bridge\.example doesn't respond like SimpleFIN: /],
    [
      () => {
        throw new Error("getaddrinfo ENOTFOUND bridge.example");
      },
      /^SimpleFIN fail: bridge\.example doesn't respond like SimpleFIN: .*ENOTFOUND/,
    ],
  ])("reads the server's versions", async (answer, words) => {
    const { asked, said } = await examine(live, answer);
    expect(asked).toEqual(["https://bridge.example/simplefin/info"]);
    expect(said).toHaveLength(1);
    if (typeof words === "string") expect(said[0]).toBe(words);
    else expect(said[0]).toMatch(words);
  });
});
