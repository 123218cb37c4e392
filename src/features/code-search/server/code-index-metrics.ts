import type { Kernel } from "#server/feature.ts";
import { measureOnRequest } from "#server/metrics.ts";
import type { CodeIndexStore } from "./index/code-index-store.ts";

/** Adds the index's size, age, and failures to `/metrics`, read from the database on request: another server may update it. */
export function measureCodeIndex(
  kernel: Pick<Kernel, "metrics" | "now" | "log">,
  store: Pick<CodeIndexStore, "size" | "view">,
): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    measureOnRequest(kernel, name, help, read);
  gauge("folio_code_files", "Files in the code index", async () => (await store.size()).files);
  gauge(
    "folio_code_text_bytes",
    "Bytes of text in the code index",
    async () => (await store.size()).textBytes,
  );
  gauge(
    "folio_code_index_age_seconds",
    "Seconds since the code index was last compared with GitHub",
    async () => {
      const { comparedAt } = await store.view();
      return comparedAt === null
        ? Number.NaN
        : Math.max(0, (kernel.now().getTime() - comparedAt.getTime()) / 1000);
    },
  );
  gauge("folio_code_index_failing", "Repositories whose newest commit isn't in the code index", async () => {
    const { repositories } = await store.view();
    return repositories.filter(({ problem }) => problem !== null).length;
  });
}
