import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import type { Transaction } from "#db/index.ts";
import { recordStoredFile } from "#db/queries/pictures.ts";
import { errorKind, hasErrorCode } from "#runtime/errors.ts";
import { randomFileName } from "#runtime/ids.ts";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";
import { log } from "#runtime/log.ts";
import { PORTRAIT_SIZE } from "#domain/people/picture-crop.ts";
import { decodePicture, type DecodedPicture } from "./decode-picture.server.ts";
import { ensureLocalFile, writeStoredFile } from "./store.server.ts";

/** A person's picture in its two sizes, before it is stored. */
export type PreparedPicture = { large: Buffer; small: Buffer };
export type PictureSize = "large" | "small";

/** The size in lists, 56 px square, for screens with two dots per pixel. */
const SMALL = { width: 112, height: 112 };

export function preparePicture(path: string): Promise<DecodedPicture<PreparedPicture>> {
  return decodePicture(path, async (picture) => {
    const large = await portrait(picture);
    return { large, small: await square(large) };
  });
}

/** Stores both sizes and returns the file name for the database, which is also used in `/img/students/…`. */
export async function writePicture({ large, small }: PreparedPicture, t: Transaction): Promise<string> {
  const name = randomFileName(".jpg");
  await saveFile({ name, kind: "picture", mediaType: "image/jpeg", ...PORTRAIT_SIZE, content: large }, t);
  await saveFile(
    {
      name: pictureFileName(name, "small"),
      kind: "picture-small",
      mediaType: "image/webp",
      ...SMALL,
      content: small,
    },
    t,
  );
  return name;
}

export function pictureFileName(name: string, size: PictureSize): string {
  return size === "large" ? name : name.replace(/\.jpg$/, "-small.webp");
}

/** The size of a picture on a sheet: a square of 40 px on screens with two dots per pixel. */
const TILE = { width: 80, height: 80 };
const MOST_WEBP_HEIGHT = 16_383;
/** The most pictures in one file. With more, a WebP would be too tall. */
export const MAX_JOINED_PICTURES = Math.floor(MOST_WEBP_HEIGHT / TILE.height);

/** The joined file. `isWhole` is false if a picture is missing from it. */
export type JoinedPictures = { content: Buffer; isWhole: boolean };

/** Only one file is joined at a time, on one core, so that the other cores can serve pages. */
const inTurn = limitConcurrency(() => 1);

/**
 * Joins small pictures into one, from top to bottom. The place of a picture whose file is missing or damaged stays
 * transparent. The files are read before their turn to be joined, so that a slow store does not hold up other classes.
 */
export async function joinPictures(names: readonly string[]): Promise<JoinedPictures> {
  const pictures = await Promise.all(
    names.map(async (name) => ({ name, file: await readSmallPicture(name) })),
  );
  return inTurn(async () => {
    const placed: { input: Buffer; left: number; top: number }[] = [];
    // The pictures are scaled one after the other, because all at once would occupy every thread, and the same
    // threads read files.
    for (const [index, { name, file }] of pictures.entries()) {
      const input = file && (await tileOf(name, file));
      if (input) placed.push({ input, left: 0, top: index * TILE.height });
    }
    const size = { width: TILE.width, height: TILE.height * names.length };
    const content = await sharp({ create: { ...size, channels: 4, background: "transparent" } })
      .composite(placed)
      .webp({ quality: 70 })
      .toBuffer();
    return { content, isWhole: placed.length === names.length };
  });
}

async function readSmallPicture(name: string): Promise<Buffer | null> {
  try {
    return await readFile(await ensureLocalFile(pictureFileName(name, "small")));
  } catch (error) {
    if (hasErrorCode(error, "ENOENT") || errorKind(error) === "notFound") return null;
    throw error;
  }
}

/**
 * Scales a picture. Returns null for a damaged picture, because the other pictures of the class must still be shown.
 */
async function tileOf(name: string, file: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(file).resize(TILE).png({ compressionLevel: 0 }).toBuffer();
  } catch (error) {
    log().warn({ err: error, picture: name }, "a small picture could not be read");
    return null;
  }
}

/** Scales to a portrait without transparency. sharp drops the camera's data, such as place and time. */
function portrait(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...PORTRAIT_SIZE, fit: "cover", position: sharp.strategy.attention })
    .flatten({ background: "white" })
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** Crops a portrait to a square at its top, where the face is. */
function square(large: Buffer): Promise<Buffer> {
  return sharp(large)
    .resize({ ...SMALL, fit: "cover", position: "top" })
    .webp({ quality: 74 })
    .toBuffer();
}

type NewFile = {
  name: string;
  kind: string;
  mediaType: string;
  width: number;
  height: number;
  content: Buffer;
};

export async function saveFile({ name, content, ...file }: NewFile, t: Transaction): Promise<void> {
  await writeStoredFile(name, content);
  const sha256 = createHash("sha256").update(content).digest();
  await recordStoredFile({ ...file, fileName: name, bytes: content.length, sha256 }, t);
}
