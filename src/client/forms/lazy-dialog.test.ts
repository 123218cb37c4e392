import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { lazyDialog } from "./lazy-dialog.tsx";

it("leaves the page visible while a dialog's code loads", () => {
  const Dialog = lazyDialog(() => new Promise<never>(() => undefined));
  const dialog = createElement(Dialog, { onClose: () => undefined });
  expect(renderToString(createElement("main", null, "The page", dialog))).toContain("The page");
});
