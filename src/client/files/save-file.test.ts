import { resolveObjectURL } from "node:buffer";
import { afterEach, expect, it, vi } from "vitest";
import { saveFile } from "./save-file.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("keeps a file for browsers that read it after the click, and then frees it", async () => {
  vi.useFakeTimers();
  const link = { href: "", download: "", click: vi.fn() };
  vi.stubGlobal("document", { createElement: () => link });
  saveFile({ blob: new Blob(["<svg/>"]), name: "qr.svg" });
  expect(link.click).toHaveBeenCalledOnce();
  expect(link.download).toBe("qr.svg");
  vi.advanceTimersByTime(10_000);
  expect(await resolveObjectURL(link.href)?.text()).toBe("<svg/>");
  vi.advanceTimersByTime(60_000);
  expect(resolveObjectURL(link.href)).toBeUndefined();
});
