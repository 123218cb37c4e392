import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { Button } from "#ui/button.tsx";
import { Callout } from "#ui/status/callout.tsx";
import { mostImages } from "../../domain/product-images.ts";
import { PictureRow } from "./picture-row.tsx";
import { acceptedPictures } from "./picture-upload.ts";
import styles from "./pictures-field.module.css";
import type { Pictures } from "./use-pictures.ts";

type PicturesFieldProps = {
  pictures: Pictures;
  /** What the server says of a picture's text, by its place in the list. */
  errors: ReadonlyMap<number, string>;
};

/** The pictures of a product: added by picker, drop or paste, put in order by buttons or by dragging. */
export function PicturesField({ pictures, errors }: PicturesFieldProps) {
  const { demo } = usePublicConfig();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState("");
  const [draggedKey, setDraggedKey] = useState<string | null>(null);

  function add(files: readonly File[]) {
    const taken = files.slice(0, pictures.room);
    const left = files.length - taken.length;
    setNote(left === 0 ? "" : `A product has at most ${mostImages} pictures: ${left} left out.`);
    pictures.add(taken);
  }

  const isOver = useFilesFromOutside(demo ? () => undefined : add);

  function move(key: string, to: number) {
    pictures.move(key, to);
    setNote(`Picture moved to place ${to + 1} of ${pictures.list.length}.`);
  }

  return (
    <section className={styles.field} aria-labelledby={`${id}-label`}>
      <h3 id={`${id}-label`} className={styles.label}>
        Pictures
      </h3>
      {demo ? <Callout>A demo takes no uploads.</Callout> : null}
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
              onRemove={() => pictures.remove(picture.key)}
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
          Add pictures
        </Button>
        <p className={styles.hint}>
          {pictures.room === 0
            ? `These are all ${mostImages} pictures that a product may have.`
            : "Or drop or paste them here. JPEG, PNG, WebP or AVIF, up to 10 MB each."}
        </p>
      </div>
      <p className={styles.hint} aria-live="polite">
        {note}
      </p>
    </section>
  );
}

/**
 * Files dropped anywhere or pasted while the form is open: a file that misses the place must not make the browser leave
 * the page. Returns whether files are held over the window.
 */
function useFilesFromOutside(add: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const handle = useEffectEvent((event: globalThis.DragEvent | ClipboardEvent) => {
    const isDrag = event instanceof globalThis.DragEvent;
    const transfer = isDrag ? event.dataTransfer : event.clipboardData;
    if (transfer === null || !transfer.types.includes("Files")) return;
    if (isDrag) setIsOver(event.type === "dragover");
    event.preventDefault();
    if (event.type === "drop" || event.type === "paste") add([...transfer.files]);
  });
  useEffect(() => {
    const listener = (event: globalThis.DragEvent | ClipboardEvent) => handle(event);
    window.addEventListener("dragover", listener);
    window.addEventListener("dragleave", listener);
    window.addEventListener("drop", listener);
    window.addEventListener("paste", listener);
    return () => {
      window.removeEventListener("dragover", listener);
      window.removeEventListener("dragleave", listener);
      window.removeEventListener("drop", listener);
      window.removeEventListener("paste", listener);
    };
  }, []);
  return isOver;
}
