import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/status/spinner.tsx";
import { imageSources, type ShownImage } from "../../domain/image-sources.ts";
import styles from "./image-viewer.module.css";
import type { View } from "./viewer-zoom.ts";

type ViewerImageProps = { image: ShownImage; alt: string; view: View; pull: number };

/** An image on the stage: loading, loaded, or failed with a retry. */
export function ViewerImage({ image, alt, view, pull }: ViewerImageProps) {
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
