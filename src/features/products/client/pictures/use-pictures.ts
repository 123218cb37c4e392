import { useEffect, useReducer, useRef, useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import type { Product } from "../../contract.ts";
import {
  changedPictures,
  havePicturesChanged,
  type Picture,
  type PictureChange,
} from "../../domain/picture-list.ts";
import { mostImages } from "../../domain/product-images.ts";
import { explainUpload, pictureRefusal, uploadPicture } from "./picture-upload.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";

/** The pictures of the product in the form, and what can be done with them. */
export type Pictures = {
  list: readonly Picture[];
  hasChanged: boolean;
  /** How many more may be added. */
  room: number;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  move: (key: string, to: number) => void;
  describe: (key: string, altText: string) => void;
};

/** The server decodes one picture at a time: more at once would only wait there. */
const mostAtOnce = 2;

/** Keeps the list and sends what is added; leaving the form takes back what is on its way. */
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
    room: Math.max(0, mostImages - list.length),
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
      mostAtOnce,
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
