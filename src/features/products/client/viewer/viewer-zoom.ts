/** Size in CSS pixels, or distance from the middle of the stage. */
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** Position of an image: enlarged around the middle, then moved by x and y CSS pixels. */
export type View = Point & { scale: number };

/** The view with the whole image visible. */
export const fitted: View = { scale: 1, x: 0, y: 0 };
export const largestScale = 6;
/** Zoom factor of one press of a key or button. */
export const zoomStep = 1.5;
/** Scale after a double tap. */
export const closeUpScale = 2.5;

/** Returns the size at which an image fits its stage; doesn't enlarge a small one. */
export function fittedSize(image: Size, stage: Size): Size {
  const ratio = Math.min(1, stage.width / image.width, stage.height / image.height);
  return { width: image.width * ratio, height: image.height * ratio };
}

/** Moves the view so that no more of the stage is empty than necessary. */
export function withinStage({ scale, x, y }: View, image: Size, stage: Size): View {
  const lying = fittedSize(image, stage);
  return {
    scale,
    x: limited(x, (lying.width * scale - stage.width) / 2),
    y: limited(y, (lying.height * scale - stage.height) / 2),
  };
}

function limited(offset: number, most: number): number {
  if (most <= 0) return 0;
  return Math.min(most, Math.max(-most, offset));
}

/** Zooms to a scale, keeping the place under `point` (from the middle of the stage) where possible. */
export function zoomedTo(view: View, wantedScale: number, point: Point, image: Size, stage: Size): View {
  const scale = Math.min(largestScale, Math.max(1, wantedScale));
  const growth = scale / view.scale;
  return withinStage(
    { scale, x: point.x - (point.x - view.x) * growth, y: point.y - (point.y - view.y) * growth },
    image,
    stage,
  );
}

/** Moves the view by CSS pixels, within the image. */
export function movedBy(view: View, by: Point, image: Size, stage: Size): View {
  return withinStage({ ...view, x: view.x + by.x, y: view.y + by.y }, image, stage);
}
