import { describe, expect, it } from "vitest";
import { imageAlt, imageFileName, imageSources } from "./image-sources.ts";

const uri = "/images/0123456789abcdef0123456789abcdef-1600.webp";
const at = (width: number) => uri.replace("1600", String(width));

describe("imageSources", () => {
  it("offers every width of a large image", () => {
    expect(imageSources({ uri, width: 4000 })).toEqual({
      src: at(1600),
      srcSet: `${at(320)} 320w, ${at(800)} 800w, ${at(1600)} 1600w`,
    });
  });

  it.each([
    [500, 800, `${at(320)} 320w, ${at(800)} 500w`],
    [320, 320, `${at(320)} 320w`],
    [40, 320, `${at(320)} 40w`],
    [1600, 1600, `${at(320)} 320w, ${at(800)} 800w, ${at(1600)} 1600w`],
  ])("never offers an image of %i pixels wider than it is", (width, largest, srcSet) => {
    expect(imageSources({ uri, width })).toEqual({ src: at(largest), srcSet });
  });
});

describe("imageAlt", () => {
  it("is the alt text, or the product and the position", () => {
    expect(imageAlt({ altText: "From the left" }, "Lamp", 1)).toBe("From the left");
    expect(imageAlt({ altText: "" }, "Lamp", 1)).toBe("Lamp, image 2");
  });
});

describe("imageFileName", () => {
  it.each([
    ["Desk Lamp № 2", "desk-lamp-no-2-1.webp"],
    ["Ünïcode/../x", "u-ni-code-x-1.webp"],
    ["電灯", "product-1.webp"],
  ])("for %s uses plain characters", (name, file) => {
    expect(imageFileName(name, 0)).toBe(file);
  });
});
