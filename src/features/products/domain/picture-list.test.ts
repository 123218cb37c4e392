import { describe, expect, it } from "vitest";
import {
  changedPictures,
  havePicturesChanged,
  savedPictures,
  saveBlocker,
  type Picture,
} from "./picture-list.ts";

function kept(imageId: number, altText = ""): Picture {
  return { key: `k${imageId}`, altText, state: { kind: "kept", imageId, uri: "/x", width: 1, height: 1 } };
}

const waiting: Picture = { key: "w", altText: "", state: { kind: "waiting", fileName: "w.png" } };
const failed: Picture = {
  key: "f",
  altText: "",
  state: { kind: "failed", fileName: "f.png", message: "Not an image.", canRetry: false },
};
const three = [kept(1, "one"), kept(2), kept(3, "three")];
const keys = (pictures: readonly Picture[]) => pictures.map(({ key }) => key);

describe("changedPictures", () => {
  it.each([
    ["k1", 2, ["k2", "k3", "k1"]],
    ["k3", 0, ["k3", "k1", "k2"]],
    ["k2", 1, ["k1", "k2", "k3"]],
    ["k1", 99, ["k2", "k3", "k1"]],
    ["k3", -5, ["k3", "k1", "k2"]],
    ["gone", 0, ["k1", "k2", "k3"]],
  ])("moves %s to position %i", (key, to, order) => {
    expect(keys(changedPictures(three, { type: "move", key, to }))).toEqual(order);
  });

  it("appends, removes, and changes single images", () => {
    expect(keys(changedPictures(three, { type: "add", pictures: [waiting] }))).toEqual([
      "k1",
      "k2",
      "k3",
      "w",
    ]);
    expect(keys(changedPictures(three, { type: "remove", key: "k2" }))).toEqual(["k1", "k3"]);
    const renamed = changedPictures(three, { type: "altText", key: "k2", altText: "two" });
    expect(renamed.map(({ altText }) => altText)).toEqual(["one", "two", "three"]);
  });

  it("ignores a late result for a removed image", () => {
    const state = { kind: "sending", fileName: "w.png", share: 0.5 } as const;
    expect(changedPictures(three, { type: "state", key: "w", state })).toEqual(three);
  });
});

describe("savedPictures", () => {
  it("lists the uploaded images in order, each with its text", () => {
    expect(savedPictures([kept(3, "three"), failed, kept(1)])).toEqual({
      imageIds: [3, 1],
      altTexts: ["three", ""],
    });
  });
});

describe("saveBlocker", () => {
  it("says why a product can't be saved yet", () => {
    expect(saveBlocker(three)).toBeNull();
    expect(saveBlocker([failed])).toContain("Retry or remove");
    expect(saveBlocker([failed, waiting])).toContain("still uploading");
  });
});

describe("havePicturesChanged", () => {
  it("detects changed order, texts, additions, and removals", () => {
    expect(havePicturesChanged(three, three)).toBe(false);
    expect(
      havePicturesChanged(three, changedPictures(three, { type: "altText", key: "k1", altText: " one " })),
    ).toBe(false);
    for (const now of [
      three.toReversed(),
      three.slice(1),
      [...three, waiting],
      changedPictures(three, { type: "altText", key: "k2", altText: "two" }),
    ]) {
      expect(havePicturesChanged(three, now)).toBe(true);
    }
  });
});
