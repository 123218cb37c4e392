import type { IconName } from "../icon-paths.ts";

/** What a coloured thing means; colour never says it alone. */
export type Tone = "neutral" | "accent" | "positive" | "warning" | "negative";

/** The icon that says the same as the colour. */
export const toneIcons: Record<Tone, IconName> = {
  neutral: "info",
  accent: "info",
  positive: "success",
  warning: "warning",
  negative: "error",
};
