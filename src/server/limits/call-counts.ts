import type { Kernel } from "../feature.ts";
import { createOwnCounts, type CallCounts } from "./own-call-counts.ts";
import { createSharedCounts } from "./shared-call-counts.ts";

export type { CallCounts } from "./own-call-counts.ts";

export type CountsKernel = Pick<Kernel, "database" | "secretKey" | "log" | "now">;

/** Creates named counts in the database that servers share (docs/decisions/0020). Time is that of the servers. */
export function createCallCounts(kernel: CountsKernel, name: string): CallCounts {
  const own = createOwnCounts(() => kernel.now().getTime());
  return createSharedCounts(kernel, name, own);
}
