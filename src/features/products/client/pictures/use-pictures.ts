import { useEffect, useReducer, useRef, useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import type { Product } from "../../contract.ts";
import {
  changedPictures,
  havePicturesChanged,
  type Picture,
  type PictureChange,
} from "../../domain/picture-list.ts";
import { maxImages } from "../../domain/product-images.ts";
import { explainUpload, pictureRefusal, uploadPicture } from "./picture-upload.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

/** A product's images in the form, with the actions on them. */
export type Pictures = {
  list: readonly Picture[];
  hasChanged: boolean;
  /** Number of images that can still be added. */
  room: number;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  move: (key: string, to: number) => void;
  describe: (key: string, altText: string) => void;
};

/** The server decodes one image at a time: more uploads would only wait there. */
const maxConcurrent = 2;

/** Holds the list and uploads added files; leaving the form cancels unfinished uploads. */
export function usePictures(product: Product | null): Pictures {
  const [before] = useState(() => keptPictures(product));
  const [list, change] = useReducer(changedPictures, before);
  const queue = useUploadQueue(change);
  const addedCount = useRef(0);

  function addOne(file: File) {
    addedCount.current += 1;
    const key = `added ${addedCount.current}`;
    const refusal = pictureRefusal(file);
    const state = firstState(file, refusal);
    change({ type: "add", pictures: [{ key, altText: "", state }] });
    if (refusal === null) queue.add(key, file);
  }

  return {
    list,
    hasChanged: havePicturesChanged(before, list),
    room: Math.max(0, maxImages - list.length),
    add: (files) => files.forEach(addOne),
    retry: queue.retry,
    remove: (key) => {
      queue.drop(key);
      change({ type: "remove", key });
    },
    move: (key, to) => change({ type: "move", key, to }),
    describe: (key, altText) => change({ type: "altText", key, altText }),
  };
}

function useUploadQueue(change: (change: PictureChange) => void): UploadQueue {
  const { tenant } = usePublicConfig();
  const [queue] = useState(() =>
    createUploadQueue({
      upload: (file, options) => uploadPicture(file, { tenant, ...options }),
      onState: (key, state) => change({ type: "state", key, state }),
      explain: explainUpload,
      maxConcurrent,
    }),
  );
  useEffect(() => () => queue.stop(), [queue]);
  return queue;
}

function keptPictures(product: Product | null): readonly Picture[] {
  return (product?.images ?? []).map(({ altText, ...image }) => ({
    key: `kept ${image.imageId}`,
    altText,
    state: { kind: "kept", ...image },
  }));
}

function firstState({ name }: File, refusal: string | null): Picture["state"] {
  if (refusal === null) return { kind: "waiting", fileName: name };
  return { kind: "failed", fileName: name, message: refusal, canRetry: false };
}
