import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { qrPath, qrSvg } from "./qr-code.ts";

/** Renders the path back into modules, to test the result rather than the notation. */
function painted(path: string, size: number): boolean[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let step = 0; step < Number(width); step += 1) {
      const row = grid[Number(y)];
      if (row !== undefined) row[Number(x) + step] = true;
    }
  }
  return grid;
}

describe("qrPath", () => {
  it("paints exactly the dark modules", () => {
    const { data, size } = encode("http://localhost/search/FL-100", { ecc: "M", border: 4 });
    expect(size).toBeGreaterThan(20);
    expect(painted(qrPath(data), size)).toEqual(data);
  });

  it("draws one rectangle per run of a row", () => {
    expect(qrPath([[true, true, false, true]])).toBe("M0 0h2v1h-2zM3 0h1v1h-1z");
    expect(qrPath([[false]])).toBe("");
  });
});

describe("qrSvg", () => {
  it("escapes the title in the SVG", () => {
    const svg = qrSvg([[true]], `</title><script>alert("1 & 2")</script>`);
    expect(svg).toContain('viewBox="0 0 1 1"');
    expect(svg).toContain("<title>&lt;/title>&lt;script>");
    expect(svg).not.toContain("<script");
    expect(svg).toContain("1 &amp; 2");
  });
});
