import { describe, expect, it } from "vitest";
import { PageLoadError } from "../pages/route-error.tsx";
import { page } from "./route-page.ts";

describe("a page that doesn't load", () => {
  it("throws when drawn, so that the route's error page shows", async () => {
    const gone = new TypeError("Failed to fetch dynamically imported module");
    const { lazy } = page("/about", "about-page.tsx", () => Promise.reject(gone));
    const loaded: unknown = typeof lazy === "function" ? await lazy() : undefined;
    expect(loaded).toMatchObject({ Component: expect.any(Function) as unknown });
    expect((loaded as { Component: () => unknown }).Component).toThrow(PageLoadError);
  });
});
