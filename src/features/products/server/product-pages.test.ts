import { expect, it } from "vitest";
import { createTestUser } from "../../../../tests/support/factories/auth-factory.ts";
import type { PageRenderer } from "#server/pages/page-renderer.ts";
import { emptyPageData } from "../../../../tests/support/empty-page-data.ts";
import { createTestApp } from "../../../../tests/support/test-app.ts";
import { useTestDatabase } from "../../../../tests/support/test-database.ts";
import type { Product } from "../contract.ts";

const database = useTestDatabase();

it("a product's public page is rendered again after a change, deletion, or restore", async () => {
  let made = 0;
  const renderer: PageRenderer = {
    findRoute: async () => ({ handle: {}, modules: [], isUnknown: false }),
    render: async () => {
      made += 1;
      return {
        kind: "page",
        status: 200,
        head: "",
        body: `page ${made}`,
        data: emptyPageData,
        failure: null,
      };
    },
    assetsOf: () => ({ scripts: [], styles: [], preloads: [] }),
  };
  const site = createTestApp(database(), { renderer });
  const { cookie } = await createTestUser(database());
  const shownPage = async () => /page \d/.exec(await (await site.request("/search/LMP-1")).text())?.[0];
  const save = {
    productId: 0,
    name: "Lamp",
    serialNumber: "LMP-1",
    grade: "A",
    description: "",
    imageIds: [],
  };

  const response = await site.post("/api/SaveProduct", save, { cookie });
  const { productId } = ((await response.json()) as { data: Product }).data;
  expect([await shownPage(), await shownPage()]).toEqual(["page 1", "page 1"]);
  await site.post("/api/SaveProduct", { ...save, productId, name: "Lantern" }, { cookie });
  expect(await shownPage()).toBe("page 2");
  await site.post("/api/DeleteProduct", { productId }, { cookie });
  expect(await shownPage()).toBe("page 3");
  await site.post("/api/RestoreProduct", { productId }, { cookie });
  expect(await shownPage()).toBe("page 4");
  await site.post("/api/DeleteProduct", { productId: 999_999 }, { cookie });
  expect(await shownPage(), "nothing has changed").toBe("page 4");
});
