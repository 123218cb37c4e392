import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TimeZoneContext } from "#ui/date/time-zone-context.ts";
import { AppProvider } from "./app-context.tsx";
import type { Loading } from "./data/loading-context.ts";
import type { Moments } from "./words/moments.ts";
import "#ui/theme/tokens.css";
import "#ui/theme/base.css";
import "./layouts/header/skip-link.css";

type AppProps = { loading: Loading; moments: Moments; children: ReactNode };

/** Providers around the router, in the browser and on the server. */
export function App({ loading, moments, children }: AppProps) {
  return (
    <QueryClientProvider client={loading.queryClient}>
      <AppProvider services={{ ...loading, moments }}>
        <TimeZoneContext value={loading.config.timeZone}>{children}</TimeZoneContext>
      </AppProvider>
    </QueryClientProvider>
  );
}
