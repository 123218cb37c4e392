import { describe, expect, it } from "vitest";
import { createLinkMemory } from "./link-memory.ts";
import { createTabStorage } from "../../../../../tests/support/visits/tab-storage.ts";

const token = { kind: "token", publicToken: "public-1" } as const;
const opened = {
  linkToken: "link-1",
  request: { kind: "repair", institutionAccessItemId: 7, institutionName: "Harbor Bank" },
} as const;

describe("the memory of a bank's dialog in a tab", () => {
  it("survives a reload until it is cleared", () => {
    const storage = createTabStorage();
    createLinkMemory(storage).setOpened(opened);
    createLinkMemory(storage).setReturned(token);
    expect(createLinkMemory(storage).opened()).toEqual(opened);
    expect(createLinkMemory(storage).returned()).toEqual(token);
    createLinkMemory(storage).forget();
    expect(createLinkMemory(storage).opened()).toBeNull();
    expect(createLinkMemory(storage).returned()).toBeNull();
  });

  it("ignores a token that was already used, as after the back button", () => {
    const storage = createTabStorage();
    const memory = createLinkMemory(storage);
    memory.setReturned(token);
    memory.forget();
    createLinkMemory(storage).setReturned(token);
    expect(memory.returned()).toBeNull();
    memory.setReturned({ kind: "token", publicToken: "public-2" });
    expect(memory.returned()).toEqual({ kind: "token", publicToken: "public-2" });
  });

  it("drops an old result when a new dialog opens", () => {
    const memory = createLinkMemory(createTabStorage());
    memory.setReturned(token);
    memory.setOpened(opened);
    expect(memory.returned()).toBeNull();
  });

  it("keeps a limited list of used tokens", () => {
    const storage = createTabStorage();
    const memory = createLinkMemory(storage);
    for (let index = 0; index < 50; index += 1) {
      memory.setReturned({ kind: "token", publicToken: `public-${index}` });
      memory.forget();
    }
    expect(storage.content.get("folio.bank-link.done")?.match(/public-/g)).toHaveLength(20);
  });

  it("works without storage until the page is closed", () => {
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
  ])("ignores invalid content: %s", (text) => {
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
