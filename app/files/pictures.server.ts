import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { Transaction } from "#db/index.ts";
import { recordFile } from "#db/queries/pictures.ts";
import { randomFileName } from "#runtime/ids.ts";
import { PICTURE_SIZE } from "#domain/people/picture-crop.ts";
import { decodePicture, type DecodedPicture } from "./decode-picture.server.ts";
import { writeStoredFile } from "./store.server.ts";

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
  await saveFile({ name, kind: "picture", mediaType: "image/jpeg", ...PICTURE_SIZE, content: large }, t);
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

/** Scales to a portrait without transparency. sharp drops the camera's data, such as place and time. */
function portrait(picture: Sharp): Promise<Buffer> {
  return picture
    .resize({ ...PICTURE_SIZE, fit: "cover", position: sharp.strategy.attention })
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
  await recordFile({ ...file, fileName: name, bytes: content.length, sha256 }, t);
}
