import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { devicesQuery } from "../auth-queries.ts";

/** Returns a function that reads the list of devices again, after one may have gone with the focused button. */
export function useRenewedDevices(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { queryKey } = devicesQuery(useApi());
  return async () => {
    await queryClient.invalidateQueries({ queryKey });
    focusHeadingWhenLost();
  };
}
