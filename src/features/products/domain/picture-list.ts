/** An image in a product's form: uploaded, uploading, or rejected. */
export type Picture = {
  /** Key of an image, which has no id before it is uploaded. */
  key: string;
  altText: string;
  state:
    | { kind: "kept"; imageId: number; uri: string; width: number; height: number }
    | { kind: "waiting"; fileName: string }
    | { kind: "sending"; fileName: string; share: number }
    | ({ kind: "failed"; fileName: string } & PictureFailure);
};

/** Reason why an image wasn't uploaded; `needsSignIn` if the session has ended. */
export type PictureFailure = { message: string; canRetry: boolean; needsSignIn?: boolean };

export type PictureChange =
  | { type: "add"; pictures: readonly Picture[] }
  | { type: "state"; key: string; state: Picture["state"] }
  | { type: "altText"; key: string; altText: string }
  | { type: "remove"; key: string }
  | { type: "move"; key: string; to: number };

/** Returns the list after a change; ignores a change to a removed image. */
export function changedPictures(pictures: readonly Picture[], change: PictureChange): readonly Picture[] {
  switch (change.type) {
    case "add":
      return [...pictures, ...change.pictures];
    case "remove":
      return pictures.filter(({ key }) => key !== change.key);
    case "move":
      return moved(pictures, change.key, change.to);
    case "state":
      return pictures.map((picture) =>
        picture.key === change.key ? { ...picture, state: change.state } : picture,
      );
    case "altText":
      return pictures.map((picture) =>
        picture.key === change.key ? { ...picture, altText: change.altText } : picture,
      );
    default:
      return change satisfies never;
  }
}

function moved(pictures: readonly Picture[], key: string, to: number): readonly Picture[] {
  const picture = pictures.find((known) => known.key === key);
  if (picture === undefined) return pictures;
  const others = pictures.filter((known) => known !== picture);
  const place = Math.min(Math.max(0, to), others.length);
  return [...others.slice(0, place), picture, ...others.slice(place)];
}

/** Returns ids and alt texts of the uploaded images, in order, for the save. */
export function savedPictures(pictures: readonly Picture[]): { imageIds: number[]; altTexts: string[] } {
  const kept = pictures.flatMap(({ state, altText }) =>
    state.kind === "kept" ? [{ imageId: state.imageId, altText }] : [],
  );
  return { imageIds: kept.map(({ imageId }) => imageId), altTexts: kept.map(({ altText }) => altText) };
}

/** Returns why the images keep the product from being saved; null if they don't. */
export function saveBlocker(pictures: readonly Picture[]): string | null {
  const kinds = new Set(pictures.map(({ state }) => state.kind));
  if (kinds.has("waiting") || kinds.has("sending")) return "Images are still uploading.";
  return kinds.has("failed") ? "Retry or remove the failed images." : null;
}

/** Returns true if a save would change the images or their texts, or if uploads are in progress. */
export function havePicturesChanged(before: readonly Picture[], now: readonly Picture[]): boolean {
  if (before.length !== now.length) return true;
  return now.some(({ key, altText, state }, index) => {
    const old = before[index];
    return key !== old?.key || altText.trim() !== old.altText || state.kind !== "kept";
  });
}
