import { createContext } from "react";

/** Time zone of "today" in date fields; null for the browser's own. */
export const TimeZoneContext = createContext<string | null>(null);
