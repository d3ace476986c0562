import { expect, test } from "vitest";
import { DEFAULT_CROP, cropArea, dragCrop, type PictureCrop } from "#domain/people/picture-crop.ts";

const WIDE = { width: 1200, height: 380 };
const TALL = { width: 300, height: 1140 };
const SAME = { width: 600, height: 760 };
const MIDDLE = { zoom: 1, across: 0.5, down: 0.5 };

test.each([
  ["a wide one keeps its height", WIDE, MIDDLE, { x: 450, y: 0, width: 300, height: 380 }],
  ["its right end", WIDE, { ...MIDDLE, across: 1 }, { x: 900, y: 0, width: 300, height: 380 }],
  ["a tall one keeps its width", TALL, MIDDLE, { x: 0, y: 380, width: 300, height: 380 }],
  ["its foot", TALL, { ...MIDDLE, down: 1 }, { x: 0, y: 760, width: 300, height: 380 }],
  ["one of the same shape is kept whole", SAME, MIDDLE, { x: 0, y: 0, width: 600, height: 760 }],
  ["twice as close", SAME, { ...MIDDLE, zoom: 2 }, { x: 150, y: 190, width: 300, height: 380 }],
])("of a picture: %s", (_, picture, crop, part) => {
  expect(cropArea(picture, crop)).toEqual(part);
});

test.each([
  ["to the right by half of what is kept shows what is left of it", 0.5, { x: 300, y: 0 }],
  ["further than there is picture stops at its edge", 9, { x: 0, y: 0 }],
  ["to the left by all of it", -1, { x: 750, y: 0 }],
])("pulled %s", (_, right, index) => {
  expect(cropArea(WIDE, dragCrop(WIDE, MIDDLE, { right, below: 5 }))).toMatchObject(index);
});

test("where there is no room the other way stays as it was", () => {
  const crop: PictureCrop = { ...DEFAULT_CROP, across: 0.2 };

  expect(dragCrop(WIDE, crop, { right: 0, below: 3 })).toMatchObject({ down: DEFAULT_CROP.down, zoom: 1 });
});
