import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AppProvider } from "./app-context.tsx";
import type { Loading } from "./data/loading-context.ts";
import "#ui/theme/tokens.css";
import "#ui/theme/base.css";
import "./layouts/skip-link.css";

/** Providers around the router, in the browser and on the server. */
export function App({ loading, children }: { loading: Loading; children: ReactNode }) {
  return (
    <QueryClientProvider client={loading.queryClient}>
      <AppProvider services={loading}>{children}</AppProvider>
    </QueryClientProvider>
  );
}
