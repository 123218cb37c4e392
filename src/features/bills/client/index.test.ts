import { expect, test } from "vitest";
import { billPaletteSource } from "./index.ts";

test.each([
  ["118 s 5", "S. 5 (118th Congress)", "/bill/118/s/5"],
  ["hr 1", "H.R. 1", "/congress?q=hr+1&jump=1"],
  [" S.J.Res. 12 ", "S.J.Res. 12", "/congress?q=S.J.Res.+12&jump=1"],
  ["P.L. 117-2", "Public Law 117-2", "/congress?q=P.L.+117-2&jump=1"],
])("“%s” suggests %s", (text, label, href) => {
  expect(billPaletteSource.match?.(text)).toMatchObject([{ label, href }]);
});

test.each(["", "tax", "hr", "5", "c# 1"])("suggests no bill for “%s”", (text) => {
  expect(billPaletteSource.match?.(text)).toEqual([]);
});
