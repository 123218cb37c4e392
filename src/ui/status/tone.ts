import type { IconName } from "../icon-paths.ts";

/** Meaning of a color, which is never shown by color alone. */
export type Tone = "neutral" | "accent" | "positive" | "warning" | "negative";

/** Icon with the same meaning as the color. */
export const toneIcons: Record<Tone, IconName> = {
  neutral: "info",
  accent: "info",
  positive: "success",
  warning: "warning",
  negative: "error",
};
