/** Returns a QR code's modules as an SVG path whose unit is one module; a run of dark modules is one rectangle. */
export function qrPath(modules: readonly (readonly boolean[])[]): string {
  return modules
    .flatMap((row, y) => darkRuns(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join("");
}

function darkRuns(row: readonly boolean[]): { x: number; length: number }[] {
  const runs: { x: number; length: number }[] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last !== undefined && last.x + last.length === x) last.length += 1;
    else runs.push({ x, length: 1 });
  });
  return runs;
}

/** Returns a QR code as an SVG file, black on white because some scanners need it. */
export function qrSvg(modules: readonly (readonly boolean[])[], title: string): string {
  const size = modules.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
    `<title>${escaped(title)}</title>`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(modules)}"/></svg>`,
  ].join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
