import { createMemoryRouter } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawLatestState } from "./latest-state.ts";

/** View transitions that the test draws; each can be skipped, as the browser does with the one before. */
function stubTransitions({ reducedMotion = false } = {}): { draw: () => void }[] {
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  const begun: { draw: () => void }[] = [];
  vi.stubGlobal("document", {
    startViewTransition: (draw: () => void) => {
      begun.push({ draw });
      return { ready: Promise.reject(new DOMException("skipped", "AbortError")) };
    },
  });
  return begun;
}

function startRouter() {
  const router = createMemoryRouter(["/", "/first", "/second"].map((path) => ({ path })));
  drawLatestState(router, () => undefined);
  const drawn: string[] = [];
  router.subscribe(({ location }, { viewTransitionOpts }) => {
    expect(viewTransitionOpts).toBeUndefined();
    drawn.push(location.pathname);
  });
  return { router, drawn };
}

afterEach(() => vi.unstubAllGlobals());

describe("drawLatestState", () => {
  it("draws the last of two navigations, however late the browser draws the first", async () => {
    const begun = stubTransitions();
    const { router, drawn } = startRouter();
    await router.navigate("/first", { viewTransition: true });
    await router.navigate("/second", { viewTransition: true });
    expect(begun).toHaveLength(2);
    for (const { draw } of begun) draw();
    expect(drawn.at(-1)).toBe("/second");
    expect(drawn.slice(-2)).toEqual(["/second", "/second"]);
  });

  it("doesn't draw an older state over a navigation without a transition", async () => {
    const begun = stubTransitions();
    const { router, drawn } = startRouter();
    await router.navigate("/first", { viewTransition: true });
    await router.navigate("/second");
    for (const { draw } of begun) draw();
    expect(drawn.at(-1)).toBe("/second");
  });

  it("draws at once for people who prefer reduced motion", async () => {
    const begun = stubTransitions({ reducedMotion: true });
    const { router, drawn } = startRouter();
    await router.navigate("/first", { viewTransition: true });
    expect(drawn).toEqual(["/first"]);
    expect(begun).toEqual([]);
  });

  it("draws at once in browsers without view transitions", async () => {
    stubTransitions();
    vi.stubGlobal("document", {});
    const { router, drawn } = startRouter();
    await router.navigate("/first", { viewTransition: true });
    expect(drawn.at(-1)).toBe("/first");
  });
});
