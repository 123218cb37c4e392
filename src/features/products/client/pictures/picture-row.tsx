import { useEffect, useEffectEvent, useRef } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ProgressBar } from "#ui/status/progress.tsx";
import { SignInElsewhere } from "#ui/form/form.tsx";
import { TextField } from "#ui/form/text-field.tsx";
import { imageUriAt } from "../../domain/product-images.ts";
import type { Picture } from "../../domain/picture-list.ts";
import { startRowDrag } from "#ui/table/row-drag.ts";
import styles from "./pictures-field.module.css";

type PictureRowProps = {
  picture: Picture;
  /** Position, counted from 1. */
  place: number;
  count: number;
  errorMessage: string | undefined;
  isDragged: boolean;
  onAltText: (altText: string) => void;
  onRemove: () => void;
  onRetry: () => void;
  /** Receives the new position, counted from 0. */
  onMove: (to: number) => void;
  onDrag: (isStarted: boolean) => void;
  onDragOver: () => void;
};

/** An image in the form: preview, alt text, and position, or else its upload progress or failure. */
export function PictureRow(props: PictureRowProps) {
  const { picture, place, count, isDragged } = props;
  const row = useRef<HTMLLIElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is mouse only; the buttons do the same
    <li
      ref={row}
      className={styles.row}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={(event) => {
        startRowDrag(event);
        props.onDrag(true);
      }}
      onDragEnd={() => props.onDrag(false)}
      onDragOver={(event) => {
        // Files dragged over the window belong to the form, not to this row.
        if (event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        props.onDragOver();
      }}
    >
      <div className={styles.thumbnail}>
        {picture.state.kind === "kept" ? (
          <img
            src={imageUriAt(picture.state.uri, 320)}
            width={picture.state.width}
            height={picture.state.height}
            alt={picture.altText === "" ? `Image ${place}` : picture.altText}
            draggable={false}
          />
        ) : (
          <Icon name={picture.state.kind === "failed" ? "error" : "upload"} />
        )}
      </div>
      <div className={styles.middle}>
        <PictureState {...props} />
      </div>
      <div className={styles.tools}>
        <MoveButtons place={place} count={count} onMove={props.onMove} />
        <IconButton icon="trash" size="small" label={`Remove image ${place}`} onClick={props.onRemove} />
      </div>
    </li>
  );
}

function PictureState({ picture, place, errorMessage, onAltText, onRetry }: PictureRowProps) {
  const { state, altText } = picture;
  if (state.kind === "kept") {
    return (
      <TextField
        label={`Alt text for image ${place}`}
        value={altText}
        onChange={onAltText}
        maxLength={200}
        placeholder="Describe the image"
        errorMessage={errorMessage}
      />
    );
  }
  if (state.kind === "failed") {
    return (
      <div role="alert" className={styles.failure}>
        <p className={styles.fileName}>{state.fileName}</p>
        <p className={styles.reason}>{state.message}</p>
        {state.needsSignIn === true ? <SignInElsewhere /> : null}
        {state.canRetry ? (
          <Button size="small" icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </div>
    );
  }
  const share = state.kind === "sending" ? state.share : 0;
  return (
    <ProgressBar
      label={state.fileName}
      value={share}
      max={1}
      valueText={progressWords(picture.state.kind, share)}
    />
  );
}

function progressWords(kind: Picture["state"]["kind"], share: number): string {
  if (kind === "waiting") return "Waiting";
  return share >= 1 ? "Processing" : `${Math.round(share * 100)}%`;
}

/** Buttons that move an image up or down. The pressed button keeps the focus; at either end it does nothing. */
function MoveButtons({ place, count, onMove }: Pick<PictureRowProps, "place" | "count" | "onMove">) {
  const pressed = useRef<HTMLButtonElement>(null);
  // Moving a row in the page makes it lose the focus.
  const keepFocus = useEffectEvent((_place: number) => {
    pressed.current?.focus();
    pressed.current = null;
  });
  useEffect(() => {
    keepFocus(place);
  }, [place]);
  return (
    <>
      <IconButton
        icon="chevron-up"
        size="small"
        label={`Move image ${place} up`}
        aria-disabled={place === 1 || undefined}
        onClick={(event) => {
          if (place === 1) return;
          pressed.current = event.currentTarget;
          onMove(place - 2);
        }}
      />
      <IconButton
        icon="chevron-down"
        size="small"
        label={`Move image ${place} down`}
        aria-disabled={place === count || undefined}
        onClick={(event) => {
          if (place === count) return;
          pressed.current = event.currentTarget;
          onMove(place);
        }}
      />
    </>
  );
}
