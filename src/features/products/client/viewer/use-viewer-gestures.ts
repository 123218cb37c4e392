import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from "react";
import { closeUpScale, fitted, movedBy, zoomedTo, type Point, type Size, type View } from "./viewer-zoom.ts";

type ViewerGestures = {
  stage: RefObject<HTMLElement | null>;
  image: Size;
  view: View;
  /** Two fingers may move between renders, so each change starts from the latest view. */
  onViewChange: (change: (view: View) => View) => void;
  /** 1 for the next image, -1 for the previous one. */
  onSwipe: (step: 1 | -1) => void;
};

const shortestSwipe = 48;
/** Movement below which a touch counts as a tap. */
const tapSlop = 10;
const doubleTapMs = 320;
const doubleTapSlop = 32;

/** Handles swipe, drag, pinch, double tap, and wheel on the viewer's stage, for mouse, pen, and touch. */
export function useViewerGestures({ stage, image, view, onViewChange, onSwipe }: ViewerGestures) {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<{ at: Point; wasPinch: boolean }>({ at: { x: 0, y: 0 }, wasPinch: false });
  const lastTap = useRef<{ at: Point; timeMs: number } | null>(null);
  /** Horizontal pull of the fitted image, in CSS pixels. */
  const [pull, setPull] = useState(0);

  useWheel(stage, (event) => {
    const size = sizeOf(stage);
    if (size === null) return;
    event.preventDefault();
    const growth = Math.exp(-event.deltaY / 400);
    const at = fromMiddle(stage, event);
    onViewChange((now) => zoomedTo(now, now.scale * growth, at, image, size));
  });

  function handlePointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = fromMiddle(stage, event);
    const isFirst = pointers.current.size === 0;
    pointers.current.set(event.pointerId, at);
    start.current = isFirst ? { at, wasPinch: false } : { ...start.current, wasPinch: true };
  }

  function handlePointerMove(event: PointerEvent) {
    const before = pointers.current.get(event.pointerId);
    const size = sizeOf(stage);
    if (before === undefined || size === null) return;
    const at = fromMiddle(stage, event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, at);
    if (other !== undefined) {
      const growth = distance(at, other) / Math.max(1, distance(before, other));
      setPull(0);
      onViewChange((now) => zoomedTo(now, now.scale * growth, between(at, other), image, size));
    } else if (view.scale > 1) {
      const by = { x: at.x - before.x, y: at.y - before.y };
      onViewChange((now) => movedBy(now, by, image, size));
    } else if (!start.current.wasPinch) {
      setPull(at.x - start.current.at.x);
    }
  }

  function handlePointerUp(event: PointerEvent) {
    const isTracked = pointers.current.delete(event.pointerId);
    if (!isTracked || pointers.current.size > 0) return;
    setPull(0);
    const { at: from, wasPinch } = start.current;
    if (wasPinch || event.type === "pointercancel") return;
    const at = fromMiddle(stage, event);
    const moved = { x: at.x - from.x, y: at.y - from.y };
    if (Math.hypot(moved.x, moved.y) < tapSlop) handleTap(at, event.timeStamp);
    else if (view.scale === 1 && Math.abs(moved.x) > shortestSwipe && Math.abs(moved.x) > Math.abs(moved.y))
      onSwipe(moved.x < 0 ? 1 : -1);
  }

  function handleTap(at: Point, timeMs: number) {
    const previous = lastTap.current;
    const size = sizeOf(stage);
    const isDouble =
      previous !== null &&
      timeMs - previous.timeMs < doubleTapMs &&
      distance(at, previous.at) < doubleTapSlop;
    lastTap.current = isDouble ? null : { at, timeMs };
    if (!isDouble || size === null) return;
    onViewChange((now) => (now.scale > 1 ? fitted : zoomedTo(now, closeUpScale, at, image, size)));
  }

  return {
    pull,
    handlers: {
      onPointerDown: handlePointerDown,
      onPointerMove: handlePointerMove,
      onPointerUp: handlePointerUp,
      onPointerCancel: handlePointerUp,
    },
  };
}

/** Adds a non-passive wheel listener, which React's isn't, to keep the browser from zooming the page. */
function useWheel(stage: RefObject<HTMLElement | null>, handle: (event: WheelEvent) => void) {
  const handleWheel = useEffectEvent(handle);
  useEffect(() => {
    const element = stage.current;
    const listener = (event: WheelEvent) => handleWheel(event);
    element?.addEventListener("wheel", listener, { passive: false });
    return () => element?.removeEventListener("wheel", listener);
  }, [stage]);
}

/** Returns the stage's size in CSS pixels; null before it is shown. */
export function sizeOf(stage: RefObject<HTMLElement | null>): Size | null {
  const element = stage.current;
  return element === null ? null : { width: element.clientWidth, height: element.clientHeight };
}

function fromMiddle(
  stage: RefObject<HTMLElement | null>,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const box = stage.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function between(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
