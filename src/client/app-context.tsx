import { createContext, use, type ReactNode } from "react";
import type { PublicConfig } from "#shared/site-config.ts";
import type { Api } from "./data/api.ts";
import type { Moments } from "./words/moments.ts";

type AppServices = { api: Api; config: PublicConfig; moments: Moments };

const AppContext = createContext<AppServices | null>(null);

/** Provides the API client and the public configuration to all components. */
export function AppProvider({ services, children }: { services: AppServices; children: ReactNode }) {
  return <AppContext value={services}>{children}</AppContext>;
}

function useAppServices(): AppServices {
  const services = use(AppContext);
  if (services === null) throw new Error("AppProvider is missing above this component");
  return services;
}

/** Returns the typed API client. */
export function useApi(): Api {
  return useAppServices().api;
}

/** Returns the public configuration from the page's `folio-config`. */
export function usePublicConfig(): PublicConfig {
  return useAppServices().config;
}

/** Returns the writer of moments in the site's time zone. */
export function useMoments(): Moments {
  return useAppServices().moments;
}
