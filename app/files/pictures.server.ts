import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Transaction } from "#db/index.ts";
import { recordFile } from "#db/queries/pictures.ts";
import { randomFileName } from "#runtime/ids.ts";
import { writeStored } from "./store.server.ts";

/** A student's or colleague's picture in the sizes it is shown in, not yet stored. */
export type PreparedPicture = { large: Buffer; small: Buffer };
export type PictureSize = "large" | "small";

/** For print: 76 x 96 of a term report's mount at more than 300 dots an inch. */
const LARGE = { width: 300, height: 380 };
/** For lists: a square of 56 px at two dots a pixel. */
const SMALL = { width: 112, height: 112 };

/** 40 megapixels: any phone's camera, but no file made to fill the memory. */
export const MOST_PIXELS = 40_000_000;

/** The first bytes say what a file is, whatever its name says; drawings that can hold scripts are none of these. */
const SIGNATURES = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];
const SIGNATURE_BYTES = 12;

// One picture at a time uses one core; the others answer pages.
sharp.concurrency(1);
sharp.cache(false);

/** @returns null for what is not a JPEG, PNG or WebP picture, or is broken or too large to be one */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | null> {
  if (!isPicture(bytes)) return null;
  try {
    const large = await portrait(bytes);
    return { large, small: await square(large) };
  } catch {
    // Whatever sharp cannot read is not a picture; there is no other way to ask it.
    return null;
  }
}

/** Stores both sizes. @returns the name that rows keep and `/img/students/…` shows */
export async function keepPicture({ large, small }: PreparedPicture, t: Transaction): Promise<string> {
  const name = randomFileName(".jpg");
  await keepFile({ name, kind: "picture", mediaType: "image/jpeg", ...LARGE, content: large }, t);
  await keepFile(
    {
      name: nameOfSize(name, "small"),
      kind: "picture-small",
      mediaType: "image/webp",
      ...SMALL,
      content: small,
    },
    t,
  );
  return name;
}

export function nameOfSize(name: string, size: PictureSize): string {
  return size === "large" ? name : name.replace(/\.jpg$/, "-small.webp");
}

export function isPicture(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("hex");
  return SIGNATURES.some((signature) => signature.test(start));
}

/** Upright and opaque, without what a camera writes about place and time: sharp keeps none of it unless told to. */
function portrait(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
    .autoOrient()
    .resize({ ...LARGE, fit: "cover", position: sharp.strategy.attention })
    .flatten({ background: "white" })
    .jpeg({ quality: 84 })
    .toBuffer();
}

/** The upper part of a portrait is the face. */
function square(large: Buffer): Promise<Buffer> {
  return sharp(large)
    .resize({ ...SMALL, fit: "cover", position: "top" })
    .webp({ quality: 74 })
    .toBuffer();
}

type KeptFile = {
  name: string;
  kind: string;
  mediaType: string;
  width: number;
  height: number;
  content: Buffer;
};

/** Stores a file and its row. */
export async function keepFile({ name, content, ...file }: KeptFile, t: Transaction): Promise<void> {
  await writeStored(name, content);
  const sha256 = createHash("sha256").update(content).digest();
  await recordFile({ ...file, fileName: name, bytes: content.length, sha256 }, t);
}
