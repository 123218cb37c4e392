import { describe, expect, it } from "vitest";
import { fc } from "../../../tests/support/properties.ts";
import { paletteGroups, type PaletteEntry, type PaletteKind } from "./palette-entry.ts";
import {
  addLate,
  fitOf,
  fits,
  fold,
  rank,
  snippetOf,
  startingSections,
  type Candidate,
  type PaletteSection,
} from "./palette-ranking.ts";

function entry(
  label: string,
  more: { kind?: PaletteKind; keywords?: string; text?: string } = {},
): PaletteEntry {
  const { kind = "Page", ...rest } = more;
  return { id: `${kind} ${label}`, label, kind, icon: "document", href: "/", ...rest };
}

function candidates(...entries: PaletteEntry[]): Candidate[] {
  return entries.map((each) => ({ entry: each, isAnswer: false }));
}

function labels(sections: readonly PaletteSection[]): Record<string, string[]> {
  return Object.fromEntries(
    sections.map(({ group, isMore, entries }) => [
      isMore ? `${group} more` : group,
      entries.map(({ label }) => label),
    ]),
  );
}

describe("how well an entry fits", () => {
  it.each([
    ["Nine Plums", "nine plums", fits.exact],
    ["Café Olé!", "cafe ole", fits.exact],
    ["Grünstraße", "grunstrasse", fits.exact],
    ["GRÜNSTRAẞE", "grünstraße", fits.exact],
    ["ΟΔΟΣ ᾀδω", "οδοσ αιδω", fits.exact],
    ["Nine Plums", "nine p", fits.prefix],
    ["Nine Plums Grocer", "gro ni", fits.wordPrefixes],
    ["rent-roll-api", "roll", fits.wordPrefixes],
    ["Nine Plums", "ums", fits.label],
    ["C++ and C#", "c#", fits.wordPrefixes],
    ["Nine Plums", "food", fits.keywordPrefixes],
    ["Nine Plums", "nine page", fits.keywordPrefixes],
    ["Nine Plums", "oods", fits.keywords],
    ["Nine Plums", "bread", fits.text],
    ["Nine Plums", "plums bread", fits.text],
    ["Nine Plums", "read", null],
    ["Nine Plums", "nine zebra", null],
  ])("“%s” for “%s”", (label, typed, fit) => {
    expect(fitOf(entry(label, { keywords: "foods", text: "We sell fresh bread." }), fold(typed))).toBe(fit);
  });

  it("is never lost by case, accents, or punctuation around words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (label) => {
        fc.pre(fold(label) !== "");
        expect(fitOf(entry(label), fold(` ${label.toUpperCase().toLowerCase()} `))).not.toBeNull();
        expect(fold(fold(label))).toBe(fold(label));
      }),
    );
  });
});

describe("ranking", () => {
  it("orders groups by their best entry, and entries by fit, recent use, and source", () => {
    const found = rank(
      candidates(
        entry("Posts"),
        entry("About budgets"),
        entry("A budget post", { kind: "Post" }),
        entry("Budget", { kind: "Repository" }),
        entry("My budget", { kind: "Budget" }),
        entry("Our budget", { kind: "Budget" }),
      ),
      "budget",
      ["Budget Our budget"],
    );
    expect(labels(found)).toEqual({
      Repositories: ["Budget"],
      Budgets: ["Our budget", "My budget"],
      Pages: ["About budgets"],
      Posts: ["A budget post"],
    });
    expect(found.map(({ group }) => group)).toEqual(["Repositories", "Budgets", "Pages", "Posts"]);
  });

  it("trusts a source's answers for this text, below what the label explains", () => {
    const stem: Candidate = { entry: entry("Vaccine Act", { kind: "Bill" }), isAnswer: true };
    expect(labels(rank([stem, ...candidates(entry("Vaccination"))], "vaccination", []))).toEqual({
      Pages: ["Vaccination"],
      Bills: ["Vaccine Act"],
    });
    expect(rank([{ ...stem, isAnswer: false }], "vaccination", [])).toEqual([]);
    expect(labels(rank([stem], "…", []))).toEqual({ Bills: ["Vaccine Act"] });
  });

  it("shows each thing once, and at most 8 of a group", () => {
    const many = Array.from({ length: 12 }, (_, index) => entry(`Shop ${index}`, { kind: "Payee" }));
    expect(labels(rank(candidates(...many, ...many), "shop", []))).toEqual({
      Payees: many.slice(0, 8).map(({ label }) => label),
    });
  });

  it("starts with what was used last, then pages and actions", () => {
    const all = candidates(
      entry("Home"),
      entry("Dark theme", { kind: "Action" }),
      entry("A post", { kind: "Post" }),
      entry("About"),
    );
    expect(labels(startingSections(all, ["Post A post", "Page About", "Payee of before"]))).toEqual({
      Recent: ["A post", "About"],
      Pages: ["Home"],
      Actions: ["Dark theme"],
    });
    expect(labels(startingSections(all, []))).toEqual({ Pages: ["Home", "About"], Actions: ["Dark theme"] });
  });
});

describe("late results", () => {
  it("come below, in their group if it is the last", () => {
    const shown = rank(candidates(entry("Tax"), entry("Tax payee", { kind: "Payee" })), "tax", []);
    const later = rank(
      candidates(
        entry("Taxes"),
        entry("Tax"),
        entry("Tax payee", { kind: "Payee" }),
        entry("Tax payee 2", { kind: "Payee" }),
        entry("Tax Act", { kind: "Bill" }),
      ),
      "tax",
      [],
    );
    expect(labels(addLate(shown, later))).toEqual({
      Pages: ["Tax"],
      Payees: ["Tax payee", "Tax payee 2"],
      "Pages more": ["Taxes"],
      Bills: ["Tax Act"],
    });
  });

  it("never move what is shown, and are settled after one round", () => {
    const kinds = Object.keys(paletteGroups).filter((kind) => isKind(kind));
    const some = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("tax", "taxes", "a tax", "syntax", "x"),
        kind: fc.constantFrom(...kinds),
      }),
    );
    fc.assert(
      fc.property(some, some, (first, second) => {
        const early = first.map(({ name, kind }) => entry(name, { kind }));
        const late = second.map(({ name, kind }) => entry(name, { kind }));
        const shown = rank(candidates(...early), "tax", []);
        const all = rank(candidates(...early, ...late), "tax", []);
        const after = addLate(shown, all);
        const flat = (sections: PaletteSection[]) =>
          sections.flatMap(({ group, entries }) => [group, ...entries.map(({ id }) => id)]);
        expect(flat(after).slice(0, flat(shown).length)).toEqual(flat(shown));
        expect(addLate(after, all)).toEqual(after);
        const ids = after.flatMap(({ entries }) => entries.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

describe("the second line", () => {
  const text = `${"Long ago. ".repeat(20)}The Köln archive has forty maps of rivers. ${"Later on. ".repeat(20)}`;

  it("is the text around the first word that the title lacks", () => {
    const found = snippetOf(entry("Rivers", { text }), "rivers koln");
    expect(found).toMatch(/^….*The Köln archive has forty maps.*…$/);
    expect(found?.length).toBeLessThan(120);
    expect(snippetOf(entry("A", { text: "Maps of rivers." }), "maps")).toBe("Maps of rivers.");
  });

  it("is missing where the title or nothing has the words", () => {
    expect(snippetOf(entry("Rivers", { text }), "river")).toBeNull();
    expect(snippetOf(entry("Rivers", { text }), "zebra")).toBeNull();
    expect(snippetOf(entry("Rivers"), "maps")).toBeNull();
    expect(snippetOf(entry("Rivers", { text }), "")).toBeNull();
  });
});

function isKind(kind: string): kind is PaletteKind {
  return Object.hasOwn(paletteGroups, kind);
}
