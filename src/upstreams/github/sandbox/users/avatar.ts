import { escapeHtml } from "#shared/text/html.ts";
import type { SandboxPerson } from "./people.ts";

/** Returns an account's picture: its initials on its own color. White text is readable on each color (4.5 to 1). */
export function avatarSvg(person: SandboxPerson): string {
  const colors = ["#1f4fd1", "#7a3e9d", "#0f6b5c", "#a3340b", "#5b5f16", "#3d4a63", "#8a1f55", "#21618c"];
  const color = colors[person.id % colors.length] ?? "#3d4a63";
  const initials = person.name
    .split(" ")
    .map((word) => word.slice(0, 1))
    .join("")
    .slice(0, 2);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="80" height="80">' +
    `<rect width="80" height="80" fill="${color}"/>` +
    '<text x="40" y="40" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="32" font-weight="600" fill="#fff">' +
    `${escapeHtml(initials)}</text></svg>`
  );
}
