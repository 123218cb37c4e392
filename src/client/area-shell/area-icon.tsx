import { Icon, type IconName } from "#ui/icon.tsx";

/** Icons used only by the areas. */
const areaIconPaths = {
  dashboard: "M3.5 3.5h5.75v7.5H3.5zM12 3.5h4.5v4.25H12zM12 10.5h4.5v6H12zM3.5 13.75h5.75v2.75H3.5z",
  estimate:
    "M3.25 14.75a7.5 7.5 0 1 1 13.5 0M10 12.5l3.25-4.25M10 13.25a.75.75 0 1 0 0-1.5.75.75 0 0 0 0 1.5",
  exempt: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M6.75 10h6.5",
  rows: "M3.25 5h1M7 5h9.75M3.25 10h1M7 10h9.75M3.25 15h1M7 15h9.75",
} as const;

/** Icon of the design system or of the areas. */
export type AreaIconName = IconName | keyof typeof areaIconPaths;

/** Icon of an area's link, hidden from assistive technology because the link has a label. */
export function AreaIcon({ name }: { name: AreaIconName }) {
  return isOwn(name) ? <Icon path={areaIconPaths[name]} /> : <Icon name={name} />;
}

function isOwn(name: AreaIconName): name is keyof typeof areaIconPaths {
  return Object.hasOwn(areaIconPaths, name);
}
