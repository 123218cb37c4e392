import { describe, expect, it } from "vitest";
import { findTargetLanguage, outputFileName, targetLanguages } from "./target-languages.ts";

function fileOf(name: string, typeName: string): string {
  const language = findTargetLanguage(name);
  if (language === null) throw new Error(`${name} is not in the list`);
  return outputFileName(language, typeName);
}

describe("the name of a generated file", () => {
  it.each([
    ["typescript", "TaxBill", "tax-bill.ts"],
    ["go", "TaxBill", "tax_bill.go"],
    ["java", "tax bill", "TaxBill.java"],
    ["haskell", "bill2026Draft", "Bill2026Draft.hs"],
    ["schema", "TaxBill", "tax-bill.schema.json"],
    ["python", "../../etc/passwd", "etc_passwd.py"],
    ["csharp", "", "Root.cs"],
    ["rust", "Größe", "größe.rs"],
  ])("in %s for %j is %s", (name, typeName, expected) => {
    expect(fileOf(name === "csharp" ? "cs" : name, typeName)).toBe(expected);
  });

  it("is never empty", () => {
    expect(targetLanguages.map((language) => outputFileName(language, "!!!"))).not.toContain("");
    expect(fileOf("typescript", "!!!")).toBe("root.ts");
  });
});
