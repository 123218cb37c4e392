import { describe, expect, it } from "vitest";
import {
  changedPictures,
  havePicturesChanged,
  savedPictures,
  savingHindrance,
  type Picture,
} from "./picture-list.ts";

function kept(imageId: number, altText = ""): Picture {
  return { key: `k${imageId}`, altText, state: { kind: "kept", imageId, uri: "/x", width: 1, height: 1 } };
}

const waiting: Picture = { key: "w", altText: "", state: { kind: "waiting", fileName: "w.png" } };
const failed: Picture = {
  key: "f",
  altText: "",
  state: { kind: "failed", fileName: "f.png", message: "No picture.", canRetry: false },
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
  ])("moves %s to place %i", (key, to, order) => {
    expect(keys(changedPictures(three, { type: "move", key, to }))).toEqual(order);
  });

  it("adds at the end, removes, and changes one picture only", () => {
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

  it("ignores what comes back for a picture that was removed", () => {
    const state = { kind: "sending", fileName: "w.png", share: 0.5 } as const;
    expect(changedPictures(three, { type: "state", key: "w", state })).toEqual(three);
  });
});

describe("savedPictures", () => {
  it("names the kept pictures in order with a text each", () => {
    expect(savedPictures([kept(3, "three"), failed, kept(1)])).toEqual({
      imageIds: [3, 1],
      altTexts: ["three", ""],
    });
  });
});

describe("savingHindrance", () => {
  it("says why a product cannot be saved yet", () => {
    expect(savingHindrance(three)).toBeNull();
    expect(savingHindrance([failed])).toContain("Retry or remove");
    expect(savingHindrance([failed, waiting])).toContain("still being uploaded");
  });
});

describe("havePicturesChanged", () => {
  it("sees order, texts, additions and removals", () => {
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
