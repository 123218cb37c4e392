import { useQueryClient } from "@tanstack/react-query";
import { useApi } from "#client/app-context.tsx";
import { devicesQuery } from "../auth-queries.ts";

/** Returns a function that reads the list of devices again. */
export function useRenewedDevices(): () => Promise<void> {
  const queryClient = useQueryClient();
  const { queryKey } = devicesQuery(useApi());
  return () => queryClient.invalidateQueries({ queryKey });
}
