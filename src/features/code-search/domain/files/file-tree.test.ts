import { describe, expect, it } from "vitest";
import { fileTree, findFiles, foldersAround, maxFound, treeRows, type TreeRow } from "./file-tree.ts";

const none: ReadonlySet<string> = new Set();

function listed(...paths: string[]) {
  return paths.map((path) => ({ path, isShown: true }));
}

function outline(rows: TreeRow[]): string[] {
  return rows.map(({ kind, name, level, isOpen }) => {
    const mark = kind === "folder" ? (isOpen ? "- " : "+ ") : kind === "more" ? "… " : "";
    return `${"  ".repeat(level - 1)}${mark}${name}`;
  });
}

describe("treeRows", () => {
  const tree = fileTree(
    listed("README.md", "src/b.ts", "src/a10.ts", "src/a9.ts", "docs/en/guide/start.md", "src/lib/x.ts"),
  );

  it("lists folders first, by name, and joins a folder with its only one", () => {
    expect(outline(treeRows(tree, none, none))).toEqual(["+ docs/en/guide", "+ src", "README.md"]);
  });

  it("lists the entries of open folders below them, with numbers in their order", () => {
    expect(outline(treeRows(tree, new Set(["src/"]), none))).toEqual([
      "+ docs/en/guide",
      "- src",
      "  + lib",
      "  a9.ts",
      "  a10.ts",
      "  b.ts",
      "README.md",
    ]);
  });

  it("tells each row's place among its folder's entries", () => {
    const rows = treeRows(tree, new Set(["src/"]), none);
    expect(rows.map(({ position, setSize }) => `${position}/${setSize}`)).toEqual([
      "1/3",
      "2/3",
      "1/4",
      "2/4",
      "3/4",
      "4/4",
      "3/3",
    ]);
  });

  it("shows 500 entries of a folder at first", () => {
    const many = fileTree(listed(...Array.from({ length: 1200 }, (_, index) => `all/f${index}`)));
    const rows = treeRows(many, new Set(["all/"]), none);
    expect(rows).toHaveLength(502);
    expect(rows.at(-1)).toMatchObject({
      kind: "more",
      name: "700",
      path: "all/",
      position: 501,
      setSize: 501,
    });
    expect(treeRows(many, new Set(["all/"]), new Set(["all/"]))).toHaveLength(1201);
  });

  it("takes names that mean something else to a program", () => {
    const odd = fileTree(listed("__proto__/constructor", "toString", "a b/\u202Ex"));
    expect(outline(treeRows(odd, none, none))).toEqual(["+ __proto__", "+ a b", "toString"]);
  });
});

describe("foldersAround", () => {
  it("returns each folder of a path", () => {
    expect(foldersAround("src/lib/x.ts")).toEqual(["src/", "src/lib/"]);
    expect(foldersAround("src/lib/")).toEqual(["src/", "src/lib/"]);
    expect(foldersAround("x.ts")).toEqual([]);
  });
});

describe("findFiles", () => {
  it("finds paths with all words, those in the name first", () => {
    const files = listed("money/readme.md", "src/money.ts", "src/money.test.ts", "src/date.ts");
    expect(findFiles(files, "MONEY").map(({ path }) => path)).toEqual([
      "src/money.ts",
      "src/money.test.ts",
      "money/readme.md",
    ]);
    expect(findFiles(files, "money test").map(({ path }) => path)).toEqual(["src/money.test.ts"]);
  });

  it("lists at most a hundred", () => {
    expect(findFiles(listed(...Array.from({ length: 300 }, (_, index) => `a${index}`)), "a")).toHaveLength(
      maxFound,
    );
  });
});
