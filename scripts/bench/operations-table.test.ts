import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repoRoot } from "../support/repo-paths.ts";
import { blockEnd, blockStart, operationsPath, withBlock } from "./operations-table.ts";
import { markdownTable, textTable, type PartReport } from "./results.ts";

const document = `# Operations

${blockStart("load")}

old numbers

${blockEnd("load")}

Between.

${blockStart("faults")}

kept numbers

${blockEnd("faults")}
`;

describe("a part's block in the operations document", () => {
  test("gets the new table; everything around it stays", () => {
    const written = withBlock(document, "load", "| new |\n");
    expect(written).toBe(document.replace("old numbers", "| new |"));
    expect(withBlock(written, "load", "| new |\n")).toBe(written);
  });

  test("keeps a table's dollar signs", () => {
    expect(withBlock(document, "load", "costs $& and $1")).toContain("costs $& and $1");
  });

  test("is reported by name if it is missing, duplicated or unfinished", () => {
    expect(() => withBlock(document, "peers", "x")).toThrow(blockStart("peers"));
    expect(() => withBlock(document + document, "load", "x")).toThrow(blockStart("load"));
    expect(() => withBlock(document.replace(blockEnd("faults"), ""), "faults", "x")).toThrow(
      blockEnd("faults"),
    );
  });

  test.each(["load", "faults"])("exists for %s", async (part) => {
    const text = await readFile(join(repoRoot, operationsPath), "utf8");
    expect(withBlock(text, part, "new table")).toContain("new table");
  });
});

describe("a report with a table of several columns", () => {
  const report: PartReport = {
    title: "Load",
    results: [{ name: "Errors", value: "0", budget: "0", isMet: true }],
    tables: [{ columns: ["Phase", "p50"], rows: [["Pages | all", "1.0 ms"]] }],
    remarks: ["A remark."],
  };

  test("shows it in Markdown before the results, at the given heading level", () => {
    const text = markdownTable(report, 3);
    expect(text).toMatch(
      /^### Load\n\n\| Phase \| p50 \|\n\| --- \| ---: \|\n\| Pages \\\| all \| 1\.0 ms \|/,
    );
    expect(text.indexOf("| Phase")).toBeLessThan(text.indexOf("| Errors | 0 | 0 | ✓ |"));
  });

  test("shows it aligned in a terminal", () => {
    expect(textTable(report)).toContain("  Phase           p50\n  Pages | all  1.0 ms\n");
  });

  test("doesn't need results", () => {
    const text = markdownTable({ ...report, results: [] });
    expect(text).toContain("| Phase | p50 |");
    expect(text).not.toContain("Promised");
  });
});
