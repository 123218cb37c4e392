import type { Kernel, SitemapEntry } from "#server/feature.ts";
import { canonicalBillPath } from "../../domain/bill-citation.ts";
import { readBillType } from "../../domain/bill-types.ts";
import type { BillStore } from "../bill-store.ts";

/** A sitemap takes 50,000 addresses, of all features together; the newest bills are what is looked for. */
const mostBills = 1_000;
const renewEveryMs = 10 * 60_000;
const renewAfterChangeMs = 5_000;

/** The pages of this feature for `/sitemap.xml`, which is made without waiting: the bills as last read. */
export function createBillSitemap({
  kernel,
  store,
}: {
  kernel: Pick<Kernel, "log">;
  store: Pick<BillStore, "list">;
}) {
  let bills: SitemapEntry[] = [];
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Timeout | null = null;

  async function renew(): Promise<void> {
    try {
      const newest = await store.list({}, { page: 1, pageSize: mostBills });
      bills = newest.flatMap(({ congress, type, number, updateDate }) => {
        const billType = readBillType(type);
        return billType === null
          ? []
          : [
              {
                path: canonicalBillPath({ congress, billType, billNumber: number }),
                modifiedAt: updateDate,
              },
            ];
      });
    } catch (error) {
      kernel.log.warn({ error }, "the sitemap's bills could not be read; those known before stay");
    }
  }

  return {
    entries: (): SitemapEntry[] => [{ path: "/congress" }, { path: "/bills" }, { path: "/bill" }, ...bills],
    renew,
    /** The index has changed, here or on another server. */
    renewSoon() {
      soon ??= setTimeout(() => {
        soon = null;
        void renew();
      }, renewAfterChangeMs);
      soon.unref();
    },
    async start() {
      timer = setInterval(() => void renew(), renewEveryMs);
      timer.unref();
      await renew();
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      if (soon !== null) clearTimeout(soon);
    },
  };
}
