import { describe, expect, it } from "vitest";
import { fc } from "../../../../../tests/support/properties.ts";
import { fitted, fittedSize, largestScale, movedBy, zoomedTo, type Size } from "./viewer-zoom.ts";

const stage = { width: 400, height: 300 };
const image = { width: 1600, height: 1200 };
const middle = { x: 0, y: 0 };

describe("fittedSize", () => {
  it("keeps the aspect ratio and enlarges nothing", () => {
    expect(fittedSize(image, stage)).toEqual(stage);
    expect(fittedSize({ width: 100, height: 1200 }, stage)).toEqual({ width: 25, height: 300 });
    expect(fittedSize({ width: 40, height: 30 }, stage)).toEqual({ width: 40, height: 30 });
  });
});

describe("zoomedTo", () => {
  it("keeps the point under the finger in place", () => {
    const point = { x: 100, y: -50 };
    const view = zoomedTo(fitted, 2, point, image, stage);
    expect(view).toEqual({ scale: 2, x: -100, y: 50 });
    // The same place of the image stays at the point: point = offset + scale × place on the image.
    expect(view.x + view.scale * point.x).toBe(point.x);
    expect(view.y + view.scale * point.y).toBe(point.y);
  });

  it("stops at the fitted image and at the largest scale", () => {
    expect(zoomedTo({ scale: 2, x: 200, y: 150 }, 0.1, middle, image, stage)).toEqual(fitted);
    expect(zoomedTo(fitted, 1000, middle, image, stage).scale).toBe(largestScale);
  });
});

describe("movedBy", () => {
  it("doesn't move a fitted image, or an enlarged one past its edge", () => {
    expect(movedBy(fitted, { x: 50, y: 50 }, image, stage)).toEqual(fitted);
    const enlarged = zoomedTo(fitted, 2, middle, image, stage);
    expect(movedBy(enlarged, { x: 1000, y: -1000 }, image, stage)).toEqual({ scale: 2, x: 200, y: -150 });
  });

  it("never leaves a gap on one side while the other is cut off", () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const size = fc.record({ width: side, height: side });
    const far = fc.integer({ min: -5000, max: 5000 });
    const point = fc.record({ x: far, y: far });
    fc.assert(
      fc.property(
        size,
        size,
        point,
        point,
        fc.integer({ min: 1, max: 9 }),
        (picture, room, at, by, scale) => {
          const view = movedBy(zoomedTo(fitted, scale, at, picture, room), by, picture, room);
          const lying = fittedSize(picture, room);
          expect(gap(view.x, lying.width * view.scale, room.width)).toBe(false);
          expect(gap(view.y, lying.height * view.scale, room.height)).toBe(false);
        },
      ),
    );
  });
});

/** Returns true if an edge of a larger image is visible, or a smaller image isn't centered. */
function gap(offset: number, length: number, room: Size["width"]): boolean {
  const slack = 1e-6 * length + 1e-6;
  return length <= room ? offset !== 0 : Math.abs(offset) > (length - room) / 2 + slack;
}
