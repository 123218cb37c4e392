import { useId, useRef, useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { useFilesFromOutside } from "#client/files/use-files-from-outside.ts";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { maxImages } from "../../domain/product-images.ts";
import { PictureRow } from "./picture-row.tsx";
import { acceptedPictures } from "./picture-upload.ts";
import styles from "./pictures-field.module.css";
import type { Pictures } from "./use-pictures.ts";

type PicturesFieldProps = {
  pictures: Pictures;
  /** The server's errors about alt texts, by position in the list. */
  errors: ReadonlyMap<number, string>;
};

/** A product's images: added by picker, drop, or paste, and sorted by buttons or dragging. */
export function PicturesField({ pictures, errors }: PicturesFieldProps) {
  const { demo } = usePublicConfig();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [note, setNote] = useState("");
  const [draggedKey, setDraggedKey] = useState<string | null>(null);

  function add(files: readonly File[]) {
    const taken = files.slice(0, pictures.room);
    const left = files.length - taken.length;
    setNote(left === 0 ? "" : `A product can have up to ${maxImages} images. ${left} left out.`);
    pictures.add(taken);
  }

  const isOver = useFilesFromOutside({ onFiles: demo ? () => undefined : add });

  function move(key: string, to: number) {
    pictures.move(key, to);
    setNote(`Image moved to position ${to + 1} of ${pictures.list.length}.`);
  }

  return (
    <section className={styles.field} aria-labelledby={`${id}-label`}>
      <h3 ref={heading} tabIndex={-1} id={`${id}-label`} className={styles.label}>
        Images
      </h3>
      {demo ? <Callout>Uploads are turned off in the demo.</Callout> : null}
      {pictures.list.length === 0 ? null : (
        <ol className={styles.list}>
          {pictures.list.map((picture, index) => (
            <PictureRow
              key={picture.key}
              picture={picture}
              place={index + 1}
              count={pictures.list.length}
              errorMessage={errors.get(index)}
              isDragged={draggedKey === picture.key}
              onAltText={(altText) => pictures.describe(picture.key, altText)}
              onRemove={() => {
                pictures.remove(picture.key);
                // The focused row is gone.
                heading.current?.focus({ preventScroll: true });
              }}
              onRetry={() => pictures.retry(picture.key)}
              onMove={(to) => move(picture.key, to)}
              onDrag={(isStarted) => setDraggedKey(isStarted ? picture.key : null)}
              onDragOver={() => {
                if (draggedKey !== null && draggedKey !== picture.key) move(draggedKey, index);
              }}
            />
          ))}
        </ol>
      )}
      <div className={styles.drop} data-over={isOver || undefined}>
        <input
          ref={picker}
          type="file"
          multiple
          accept={acceptedPictures}
          hidden
          disabled={demo}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button
          icon="upload"
          size="small"
          disabled={demo || pictures.room === 0}
          onClick={() => picker.current?.click()}
        >
          Add images
        </Button>
        <p className={styles.hint}>
          {pictures.room === 0
            ? `That’s the maximum of ${maxImages} images.`
            : "Or drop or paste them here. JPEG, PNG, WebP, or AVIF, up to 10 MB each."}
        </p>
      </div>
      <p className={styles.hint} aria-live="polite">
        {note}
      </p>
    </section>
  );
}
