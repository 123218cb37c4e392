import { onlineManager } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client.ts";

describe("a browser that says it's offline", () => {
  afterEach(() => onlineManager.setOnline(true));

  it("still calls, because the site may be on the same machine", async () => {
    onlineManager.setOnline(false);
    const queryClient = createQueryClient({ isServer: false });
    await expect(queryClient.fetchQuery({ queryKey: ["a"], queryFn: () => "read" })).resolves.toBe("read");
    const saving = queryClient.getMutationCache().build(queryClient, { mutationFn: async () => "saved" });
    await expect(saving.execute(undefined)).resolves.toBe("saved");
  });
});
