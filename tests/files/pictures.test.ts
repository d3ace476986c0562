import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import sharp from "sharp";
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
