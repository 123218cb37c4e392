import { createElement, Suspense, type ComponentType } from "react";
import { prerender } from "react-dom/static";
import { expect, it } from "vitest";
import { lazyPart } from "./lazy-part.tsx";
import { UnloadedPart } from "./unloaded-part.tsx";

it("draws the part once its code is there", async () => {
  expect(await drawn(() => Promise.resolve(() => "The form"))).toContain("The form");
});

it("says that the code couldn’t be loaded, and leaves the rest of the page", async () => {
  const html = await drawn(() =>
    Promise.reject(new TypeError("Failed to fetch dynamically imported module")),
  );
  expect(html).toContain("The page");
  expect(html).toContain("Couldn’t load this part");
  expect(html).toContain("Try again");
});

async function drawn(load: () => Promise<ComponentType<object>>): Promise<string> {
  const part = createElement(lazyPart(load, UnloadedPart));
  const { prelude } = await prerender(
    createElement("main", null, "The page", createElement(Suspense, null, part)),
  );
  return new Response(prelude).text();
}
