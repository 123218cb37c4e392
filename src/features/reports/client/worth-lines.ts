/** A point of a curve, in a drawing's units. */
type Drawn = { x: number; y: number; isGap: boolean };

/** Returns the lines of a curve, whole and dashed, and the area below it. A piece is dashed if one of its ends is a gap. */
export function worthLines(
  points: readonly Drawn[],
  height: number,
): { solid: string; dashed: string; area: string } {
  let [solid, dashed] = ["", ""];
  let last: "solid" | "dashed" | null = null;
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined) continue;
    const is = before.isGap || point.isGap ? "dashed" : "solid";
    const start = last === is ? "" : `M${before.x} ${before.y}`;
    const piece = `${start}L${point.x} ${point.y}`;
    if (is === "dashed") dashed += piece;
    else solid += piece;
    last = is;
  }
  const line = points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
  const [first, end] = [points[0], points.at(-1)];
  const area =
    first === undefined || end === undefined ? "" : `${line}L${end.x} ${height}L${first.x} ${height}Z`;
  return { solid, dashed, area };
}
