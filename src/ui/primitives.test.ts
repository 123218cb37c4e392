import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { avatarColor, avatarInitial } from "./avatar-initial.ts";
import { Avatar } from "./avatar.tsx";
import { Badge } from "./status/badge.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Button, buttonClassName, IconButton } from "./button.tsx";
import { CodeBlock, lineNumbers } from "./code/code-block.tsx";
import { PrimitivesGallery } from "./gallery/gallery-primitives.tsx";
import { ExternalLink, NavLink } from "./link.tsx";
import { ProgressBar } from "./status/progress.tsx";
import { progressPercent, progressText, progressTone } from "./status/progress-percent.ts";
import { ThemeSwitch } from "./theme/theme-switch.tsx";
import { ToastRegion } from "./overlay/toast.tsx";

function html(node: ReactNode): string {
  return renderToStaticMarkup(createElement(MemoryRouter, null, node));
}

test("a button doesn't submit by default and shares its class with links", () => {
  const markup = html(createElement(Button, { variant: "primary" }, "Save"));
  expect(markup).toContain('type="button"');
  expect(markup).toContain(`class="${buttonClassName({ variant: "primary" })}"`);
  expect(html(createElement(Button, { type: "submit" }, "Save"))).toContain('type="submit"');
});

test("a pending button keeps its text, is marked busy, and stays focusable", () => {
  const markup = html(createElement(Button, { isPending: true }, "Save"));
  expect(markup).toContain('aria-busy="true"');
  expect(markup).toContain("Save");
  expect(markup).not.toContain(" disabled=");
});

test("an icon button has an accessible name and a tooltip", () => {
  const markup = html(createElement(IconButton, { icon: "close", label: "Close menu" }));
  expect(markup).toContain('aria-label="Close menu"');
  expect(markup).toContain('title="Close menu"');
});

test("an external link says that it opens a tab, and passes on no referrer", () => {
  const markup = html(createElement(ExternalLink, { href: "https://example.com" }, "Example"));
  expect(markup).toContain('rel="noopener noreferrer"');
  expect(markup).toContain("(opens in a new tab)");
});

test("a menu's link is current on its page, and below it unless it ends there", () => {
  const isCurrent = (at: string, link: { to: string; end?: boolean }) =>
    renderToStaticMarkup(
      createElement(MemoryRouter, { initialEntries: [at] }, createElement(NavLink, link)),
    ).includes('aria-current="page"');
  expect(isCurrent("/posts", { to: "/posts" })).toBe(true);
  expect(isCurrent("/Posts?tag=css", { to: "/posts?page=2" })).toBe(true);
  expect(isCurrent("/posts/1", { to: "/posts" })).toBe(true);
  expect(isCurrent("/posts/1", { to: "/posts", end: true })).toBe(false);
  expect(isCurrent("/postscript", { to: "/posts" })).toBe(false);
  expect(isCurrent("/posts", { to: "/", end: true })).toBe(false);
});

test("the last step of a breadcrumb is the current page, not a link", () => {
  const items = [
    { label: "Spending", href: "/spending" },
    { label: "November", href: "/budget/1" },
  ];
  const markup = html(createElement(Breadcrumb, { items }));
  expect(markup).toContain('href="/spending"');
  expect(markup).not.toContain('href="/budget/1"');
  expect(markup).toContain('aria-current="page"');
});

test("an avatar shows one letter as people see it", () => {
  expect(avatarInitial("robin@example.com")).toBe("R");
  expect(avatarInitial("  émile")).toBe("É");
  expect(avatarInitial("👩‍💻 coder")).toBe("👩‍💻");
  expect(avatarInitial("𝒶bc")).toBe("𝒶");
  expect(avatarInitial("   ")).toBe("");
  expect(avatarInitial("x")).toBe("X");
  expect(avatarInitial("e\u0301mile")).toBe("E\u0301");
  expect(avatarInitial("1\ufe0f\u20e3 first")).toBe("1\ufe0f\u20e3");
  expect(html(createElement(Avatar, { text: "" }))).toContain("<svg");
});

test("avatar colors cycle through eight, even for negative indexes", () => {
  expect([0, 7, 8, 17, -1, 2.9, Number.NaN].map(avatarColor)).toEqual([0, 7, 0, 1, 7, 2, 0]);
});

test("a badge shows up to 99, then 99+, and is hidden for 0", () => {
  expect(html(createElement(Badge, { count: 99 }))).toContain(">99<");
  expect(html(createElement(Badge, { count: 100, label: "transactions" }))).toMatch(
    /aria-hidden="true">99\+<.*>100<.*transactions/u,
  );
  expect(html(createElement(Badge, { count: 0 }))).toBe("");
});

test("progress is green up to 100 percent, red above", () => {
  expect([0, 100, 100.01, Number.POSITIVE_INFINITY].map(progressTone)).toEqual([
    "positive",
    "positive",
    "negative",
    "negative",
  ]);
});

test("progress handles no limit, refunds, and amounts close to the limit", () => {
  expect(progressPercent(50, 200)).toBe(25);
  expect(progressPercent(-5, 100)).toBe(0);
  expect(progressPercent(0, 0)).toBe(0);
  expect(progressPercent(1, 0)).toBe(Number.POSITIVE_INFINITY);
  expect([99.9, 100, 100.1, 1234, Number.POSITIVE_INFINITY].map(progressText)).toEqual([
    "99%",
    "100%",
    "101%",
    "1,234%",
    "Over 100%",
  ]);
});

test("the bar stops at 100 percent, but its text doesn't", () => {
  const markup = html(createElement(ProgressBar, { label: "Food", value: 150, max: 100 }));
  expect(markup).toContain("inline-size:100%");
  expect(markup).toContain('aria-valuenow="100"');
  expect(markup).toContain('aria-valuetext="150%"');
});

test("code is plain and escaped at first, with a number per line", () => {
  const markup = html(
    createElement(CodeBlock, {
      code: "<script>\r\nalert(1)\n</script>\n",
      language: "html",
      showLineNumbers: true,
    }),
  );
  expect(markup).toContain("&lt;script&gt;\nalert(1)\n&lt;/script&gt;</code>");
  expect(markup).toContain('data-numbers="1\n2\n3"');
  expect(markup).toContain('tabindex="0"');
  expect(lineNumbers("")).toBe("1");
});

test("code is labeled with the name that people know, not the highlighter's", () => {
  const code = { code: "1", language: "ruby", fileName: "bill.cr" };
  expect(html(createElement(CodeBlock, code))).toContain(">ruby<");
  const labeled = html(createElement(CodeBlock, { ...code, languageLabel: "Crystal" }));
  expect(labeled).toContain(">Crystal<");
  expect(labeled).not.toContain("ruby");
});

test("the server renders the system theme and an empty toast region", () => {
  expect(html(createElement(ThemeSwitch))).toMatch(/value="system"[^>]*checked|checked[^>]*value="system"/u);
  expect(html(createElement(ToastRegion))).toMatch(/<section[^>]*aria-live="polite"[^>]*><\/section>/u);
});

test("the gallery renders on the server without duplicate ids", () => {
  const ids = [...html(createElement(PrimitivesGallery)).matchAll(/\sid="([^"]+)"/gu)].map(
    (match) => match[1],
  );
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
});
