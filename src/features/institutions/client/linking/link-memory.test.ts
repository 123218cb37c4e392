import { describe, expect, it } from "vitest";
import { createLinkMemory } from "./link-memory.ts";
import { createTabStorage } from "../../../../../tests/support/visits/tab-storage.ts";

const token = { kind: "token", publicToken: "public-1" } as const;
const opened = {
  linkToken: "link-1",
  request: { kind: "repair", institutionAccessItemId: 7, institutionName: "Harbor Bank" },
} as const;

describe("what a tab remembers of a bank's dialog", () => {
  it("outlives a reload until it is dealt with", () => {
    const storage = createTabStorage();
    createLinkMemory(storage).setOpened(opened);
    createLinkMemory(storage).setReturned(token);
    expect(createLinkMemory(storage).opened()).toEqual(opened);
    expect(createLinkMemory(storage).returned()).toEqual(token);
    createLinkMemory(storage).forget();
    expect(createLinkMemory(storage).opened()).toBeNull();
    expect(createLinkMemory(storage).returned()).toBeNull();
  });

  it("does not take up a token again that was dealt with: the back button brings the same address", () => {
    const storage = createTabStorage();
    const memory = createLinkMemory(storage);
    memory.setReturned(token);
    memory.forget();
    createLinkMemory(storage).setReturned(token);
    expect(memory.returned()).toBeNull();
    memory.setReturned({ kind: "token", publicToken: "public-2" });
    expect(memory.returned()).toEqual({ kind: "token", publicToken: "public-2" });
  });

  it("does not carry an old answer into a new dialog", () => {
    const memory = createLinkMemory(createTabStorage());
    memory.setReturned(token);
    memory.setOpened(opened);
    expect(memory.returned()).toBeNull();
  });

  it("keeps a bounded list of tokens", () => {
    const storage = createTabStorage();
    const memory = createLinkMemory(storage);
    for (let index = 0; index < 50; index += 1) {
      memory.setReturned({ kind: "token", publicToken: `public-${index}` });
      memory.forget();
    }
    expect(storage.content.get("folio.bank-link.done")?.match(/public-/g)).toHaveLength(20);
  });

  it("works without storage, for as long as the page stays", () => {
    const refuse = (): never => {
      throw new DOMException("storage is off", "SecurityError");
    };
    const memory = createLinkMemory({ getItem: refuse, setItem: refuse, removeItem: refuse });
    memory.setOpened(opened);
    memory.setReturned(token);
    expect(memory.opened()).toEqual(opened);
    expect(memory.returned()).toEqual(token);
    memory.forget();
    memory.setReturned(token);
    expect(memory.returned()).toBeNull();
  });

  it.each([
    "no json",
    "null",
    "[]",
    '{"kind":"token"}',
    '{"kind":"bought"}',
    '{"linkToken":"a"}',
    '{"linkToken":"a","request":{"kind":"repair","institutionAccessItemId":"7"}}',
    '{"linkToken":1,"request":{"kind":"create"}}',
  ])("does not trust what it did not write: %s", (text) => {
    const storage = createTabStorage();
    storage.content.set("folio.bank-link.opened", text);
    storage.content.set("folio.bank-link.returned", text);
    storage.content.set("folio.bank-link.done", text);
    const memory = createLinkMemory(storage);
    expect(memory.opened()).toBeNull();
    expect(memory.returned()).toBeNull();
    memory.setReturned(token);
    expect(memory.returned()).toEqual(token);
  });
});
