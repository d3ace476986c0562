import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import { noTransaction, queryRow, transaction } from "#db/index.ts";
import {
  writePicture,
  pictureFileName,
  preparePicture,
  type PreparedPicture,
} from "#files/pictures.server.ts";
import { getLocalPath } from "#files/store.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { fileOf } from "./file-of.ts";

await freshDatabase();

const RED = { r: 123, g: 30, b: 34, alpha: 0.5 };

test.each(["jpeg", "png", "webp"] as const)(
  "a %s becomes a portrait for print and a small square",
  async (format) => {
    const bytes = await drawn({ width: 900, height: 1200 }).toFormat(format).toBuffer();

    const prepared = await preparePicture(await fileOf(bytes));

    expect(await looks(madeOf(prepared))).toEqual([
      { format: "jpeg", width: 300, height: 380, hasAlpha: false },
      { format: "webp", width: 112, height: 112, hasAlpha: false },
    ]);
  },
);

test("a picture is turned upright and loses where and when it was taken", async () => {
  const bytes = await drawn({ width: 1200, height: 900 })
    .withExif({ IFD0: { Copyright: "taken at home" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

  const prepared = await preparePicture(await fileOf(bytes));

  const { exif, orientation } = await sharp(madeOf(prepared).large).metadata();
  expect([exif, orientation]).toEqual([undefined, undefined]);
});

/** The colours of the corners of a picture. */
const CORNERS = { tl: [250, 0, 0], tr: [0, 250, 0], bl: [0, 0, 250], br: [250, 250, 250] } as const;
type Corner = keyof typeof CORNERS;

/** Draws a picture with a colour in each corner, as the camera stores it. */
function withCorners(width: number, height: number) {
  const half = { width: width / 2, height: height / 2, channels: 3 as const };
  const parts = Object.entries(CORNERS).map(([corner, [r, g, b]]) => ({
    input: { create: { ...half, background: { r, g, b } } },
    left: corner.endsWith("r") ? half.width : 0,
    top: corner.startsWith("b") ? half.height : 0,
  }));
  return sharp({ create: { width, height, channels: 3, background: "black" } }).composite(parts);
}

async function cornerAt(picture: Buffer, left: number, top: number): Promise<Corner | undefined> {
  const [r = 0, g = 0, b = 0] = await sharp(picture)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const distance = (corner: Corner) => {
    const [red, green, blue] = CORNERS[corner];
    return Math.abs(red - r) + Math.abs(green - g) + Math.abs(blue - b);
  };
  return (Object.keys(CORNERS) as Corner[]).toSorted((one, other) => distance(one) - distance(other))[0];
}

test.each<[orientation: number, "jpeg" | "png" | "webp", first: Corner, second: Corner]>([
  [1, "jpeg", "tl", "tr"],
  [2, "jpeg", "tr", "tl"],
  [3, "jpeg", "br", "bl"],
  [4, "jpeg", "bl", "br"],
  [5, "jpeg", "tl", "bl"],
  [6, "jpeg", "bl", "tl"],
  [7, "jpeg", "br", "tr"],
  [8, "jpeg", "tr", "br"],
  [6, "png", "bl", "tl"],
  [8, "webp", "tr", "br"],
])("a picture with the orientation %i as %s stands upright", async (orientation, format, first, second) => {
  const isOnItsSide = orientation > 4;
  const bytes = await withCorners(isOnItsSide ? 380 : 300, isOnItsSide ? 300 : 380)
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();

  const { large } = madeOf(await preparePicture(await fileOf(bytes)));

  expect([await cornerAt(large, 20, 20), await cornerAt(large, 280, 20)]).toEqual([first, second]);
});

test.each<[string, (picture: Sharp) => Sharp, tolerance: number]>([
  ["of print, in CMYK", (picture) => picture.toColourspace("cmyk").jpeg(), 40],
  ["of print, in scans", (picture) => picture.toColourspace("cmyk").jpeg({ progressive: true }), 40],
  ["in scans", (picture) => picture.jpeg({ progressive: true }), 6],
  ["without loss", (picture) => picture.webp({ lossless: true }), 6],
  ["with a table of colours", (picture) => picture.png({ palette: true }), 6],
  ["of 16 bits", (picture) => picture.toColourspace("rgb16").png(), 6],
  ["with a profile of a camera", (picture) => picture.withIccProfile("p3").jpeg(), 6],
])("a picture %s keeps its colours", async (_what, written, tolerance) => {
  const [red, green, blue] = [150, 60, 50];
  const flat = sharp({
    create: { width: 300, height: 380, channels: 3, background: { r: red, g: green, b: blue } },
  });

  const { large } = madeOf(await preparePicture(await fileOf(await written(flat).toBuffer())));

  const [r = 0, g = 0, b = 0, ...others] = await sharp(large)
    .extract({ left: 150, top: 190, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(others).toEqual([]);
  expect(Math.max(Math.abs(r - red), Math.abs(g - green), Math.abs(b - blue))).toBeLessThanOrEqual(tolerance);
});

test.each<[string, (picture: Sharp) => Sharp]>([
  ["grey", (picture) => picture.greyscale().jpeg()],
  ["grey, in scans", (picture) => picture.greyscale().jpeg({ progressive: true })],
  ["grey with an empty ground", (picture) => picture.greyscale().ensureAlpha(0.5).png()],
])("a picture that is %s stays grey", async (_what, written) => {
  const bytes = await written(
    sharp({ create: { width: 300, height: 380, channels: 3, background: "#806040" } }),
  ).toBuffer();

  const { large } = madeOf(await preparePicture(await fileOf(bytes)));

  const [r = 0, g = r, b = r] = await sharp(large)
    .extract({ left: 9, top: 9, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(Math.max(Math.abs(r - g), Math.abs(r - b))).toBeLessThan(4);
});

test.each(["heic", "heix", "mif1"])("a picture of an iPhone (%s) says how to save it", async (brand) => {
  const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`, "latin1");

  const prepared = await preparePicture(await fileOf(bytes));

  expect(prepared).toEqual({ ok: false, fault: expect.stringContaining("save it as JPEG") as string });
});

test.each([
  ["a drawing that can hold scripts", '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["nothing", ""],
  ["the beginning of a picture", Buffer.from("ffd8ffe000104a464946000101", "hex")],
])("%s is not taken for a picture", async (_, content) => {
  const prepared = await preparePicture(await fileOf(Buffer.from(content)));

  expect(prepared).toEqual({ ok: false, fault: null });
});

test.each<[string, { width: number; height: number }, number, RegExp]>([
  ["of too many pixels", { width: 7000, height: 7000 }, 1, /too many pixels/],
  ["of one column", { width: 1, height: 8000 }, 1, /more than 20 times as long/],
  ["of one line, whose points are not looked at", { width: 300_000, height: 1 }, 0.2, /more than 20 times/],
])("a picture %s says so", async (_, size, share, fault) => {
  const bytes = await drawn(size).png({ compressionLevel: 9 }).toBuffer();

  const prepared = await preparePicture(await fileOf(bytes.subarray(0, share * bytes.length)));

  expect(prepared).toEqual({ ok: false, fault: expect.stringMatching(fault) as string });
});

test("a picture twenty times as high as it is wide is taken", async () => {
  const bytes = await drawn({ width: 100, height: 2000 }).png().toBuffer();

  expect(await preparePicture(await fileOf(bytes))).toMatchObject({ ok: true });
});

test("what is kept can be read again, and the database knows its checksum", async () => {
  const prepared = madeOf(
    await preparePicture(await fileOf(await drawn({ width: 300, height: 380 }).png().toBuffer())),
  );

  const name = await transaction({ system: "tests" }, (t) => writePicture(prepared, t));

  const content = await readFile(getLocalPath(name));
  const known = await queryRow(
    "select sha256, media_type, bytes from files where file_name = $1",
    [name],
    noTransaction,
  );
  expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/);
  expect(content.equals(prepared.large)).toBe(true);
  expect(known).toEqual({
    sha256: createHash("sha256").update(content).digest(),
    media_type: "image/jpeg",
    bytes: content.length,
  });
  expect((await readFile(getLocalPath(pictureFileName(name, "small")))).equals(prepared.small)).toBe(true);
  expect((await readdir(dirname(getLocalPath(name)))).filter((file) => !/\.(jpg|webp)$/.test(file))).toEqual(
    [],
  );
});

test.each(["../../etc/passwd", "a.jpg", `${"a".repeat(32)}.jpg/../x`, `${"a".repeat(32)}`, ""])(
  "no file can be called %j",
  (name) => {
    expect(() => getLocalPath(name)).toThrow(/does not exist/);
  },
);

function drawn(size: { width: number; height: number }) {
  return sharp({ create: { ...size, channels: 4, background: RED } });
}

function madeOf(prepared: Awaited<ReturnType<typeof preparePicture>>): PreparedPicture {
  if (!prepared.ok) throw new Error("not prepared");
  return prepared.made;
}

async function looks({ large, small }: PreparedPicture) {
  return Promise.all(
    [large, small].map(async (bytes) => {
      const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
      return { format, width, height, hasAlpha };
    }),
  );
}
