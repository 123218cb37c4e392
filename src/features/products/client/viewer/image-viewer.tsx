import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { imageAlt, imageFileName, imageSources, type ShownImage } from "../../domain/image-sources.ts";
import styles from "./image-viewer.module.css";
import { sizeOf, useViewerGestures } from "./use-viewer-gestures.ts";
import { fitted, movedBy, zoomedTo, zoomStep, type Point, type View } from "./viewer-zoom.ts";
import { ViewerButton, ViewerTools } from "./viewer-tools.tsx";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/status/spinner.tsx";

type ImageViewerProps = {
  productName: string;
  images: readonly ShownImage[];
  index: number;
  onIndexChange: (index: number) => void;
  onClose: () => void;
};

const middle: Point = { x: 0, y: 0 };
/** Distance that an arrow key moves an enlarged image, in CSS pixels. */
const keyPan = 80;
const pans: Record<string, Point | undefined> = {
  ArrowLeft: { x: keyPan, y: 0 },
  ArrowRight: { x: -keyPan, y: 0 },
  ArrowUp: { x: 0, y: keyPan },
  ArrowDown: { x: 0, y: -keyPan },
};

/**
 * Full-window viewer of a product's images. Arrows change the image, or move an enlarged one (then Page Up and Page Down
 * change it); + − 0 zoom; Escape closes.
 */
export function ImageViewer({ productName, images, index, onIndexChange, onClose }: ImageViewerProps) {
  const dialog = useModal();
  const stage = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState({ index, view: fitted });
  const image = images[index];
  const view = zoom.index === index ? zoom.view : fitted;
  usePreloaded(images[index + 1], images[index - 1]);

  function changeView(change: (view: View) => View) {
    setZoom((now) => ({ index, view: change(now.index === index ? now.view : fitted) }));
  }

  function zoomTo(scale: number) {
    const size = sizeOf(stage);
    if (size !== null && image !== undefined) changeView((now) => zoomedTo(now, scale, middle, image, size));
  }

  function go(next: number) {
    if (images[next] !== undefined) onIndexChange(next);
  }

  const { pull, handlers } = useViewerGestures({
    stage,
    image: image ?? { width: 1, height: 1 },
    view,
    onViewChange: changeView,
    onSwipe: (step) => go(index + step),
  });

  function handleKeyDown(event: KeyboardEvent) {
    // The command palette would open below this dialog, and "/" isn't a key of the viewer either.
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(event.key);
    if (act === null) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string): (() => void) | null {
    const pan = pans[key];
    const size = sizeOf(stage);
    if (pan !== undefined && view.scale > 1 && image !== undefined && size !== null)
      return () => changeView((now) => movedBy(now, pan, image, size));
    if (key === "ArrowRight" || key === "PageDown") return () => go(index + 1);
    if (key === "ArrowLeft" || key === "PageUp") return () => go(index - 1);
    if (key === "Home") return () => go(0);
    if (key === "End") return () => go(images.length - 1);
    if (key === "+" || key === "=") return () => zoomTo(view.scale * zoomStep);
    if (key === "-") return () => zoomTo(view.scale / zoomStep);
    return key === "0" ? () => zoomTo(1) : null;
  }

  if (image === undefined) return null;
  const alt = imageAlt(image, productName, index);
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      tabIndex={-1}
      aria-label={`Images of ${productName}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={handleKeyDown}
    >
      <ViewerTools
        position={`${index + 1} of ${images.length}`}
        scale={view.scale}
        onZoom={zoomTo}
        download={{ href: imageSources(image).src, name: imageFileName(productName, index) }}
        onClose={onClose}
      />
      <div ref={stage} className={styles.stage} data-zoomed={view.scale > 1 || undefined} {...handlers}>
        <ViewerImage key={image.uri} image={image} alt={alt} view={view} pull={pull} />
      </div>
      {images.length > 1 ? (
        <>
          <ViewerButton
            icon="chevron-left"
            label="Previous image"
            className={styles.previous}
            isBlocked={index === 0}
            onClick={() => go(index - 1)}
          />
          <ViewerButton
            icon="chevron-right"
            label="Next image"
            className={styles.next}
            isBlocked={index === images.length - 1}
            onClick={() => go(index + 1)}
          />
        </>
      ) : null}
      <p className={styles.caption} aria-hidden="true">
        {image.altText}
      </p>
    </dialog>
  );
}

/** Opens the dialog as a modal, which keeps the focus inside. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focuses the dialog, not its first button: keys work at once and its name is announced.
    element?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}

/** Preloads the next and previous images. */
function usePreloaded(next: ShownImage | undefined, previous: ShownImage | undefined) {
  useEffect(() => {
    for (const image of [next, previous]) {
      if (image === undefined) continue;
      const loader = new Image();
      loader.sizes = "100vw";
      loader.srcset = imageSources(image).srcSet;
    }
  }, [next, previous]);
}

type ViewerImageProps = { image: ShownImage; alt: string; view: View; pull: number };

/** An image on the stage: loading, loaded, or failed with a retry. */
function ViewerImage({ image, alt, view, pull }: ViewerImageProps) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") {
    return (
      <div role="alert" className={styles.failure}>
        <p>Couldn’t load this image.</p>
        <Button variant="outlined-on-bar" icon="refresh" onClick={() => setState("loading")}>
          Try again
        </Button>
      </div>
    );
  }
  const isZoomed = view.scale > 1;
  return (
    <>
      {state === "loading" ? (
        <span className={styles.waiting}>
          <Spinner size="large" label="Loading image" />
        </span>
      ) : null}
      <img
        {...imageSources(image)}
        // An enlarged image needs all its pixels; it is never drawn larger than its own size.
        sizes={isZoomed ? `${image.width}px` : `min(100vw, ${image.width}px)`}
        width={image.width}
        height={image.height}
        alt={alt}
        draggable={false}
        className={styles.image}
        data-settling={pull === 0 || undefined}
        style={{ transform: `translate(${view.x + pull}px, ${view.y}px) scale(${view.scale})` }}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
      />
    </>
  );
}
