import sharp, { type Sharp } from "sharp";
import type { Transaction } from "#db/index.ts";
import { randomFileName } from "#runtime/ids.ts";
import { decodePicture } from "./decode-picture.server.ts";
import { saveFile } from "./pictures.server.ts";

/** The stored size. A signature 850 px wide prints sharply on a report. */
const SIZE = { width: 850, height: 260 };
const MARGIN = 10;

/** Photographed paper is grey. These values turn light colours white and leave dark ink unchanged. */
const PAPER_TO_WHITE = { factor: 1.7, offset: -110 };

/** A drawing without a spot darker than this looks empty. */
const DARKEST_OF_EMPTY = 200;

export type PreparedSignature =
  { ok: true; content: Buffer; width: number; height: number } | { ok: false; fault: string };

const EMPTY = "The picture has no visible signature. Use dark ink, or draw the signature again.";
const NO_PICTURE = "This is not a JPEG, PNG or WebP picture. Choose another file.";

/** Prepares a drawn or photographed signature for printing: only the ink, on a white background. */
export async function prepareSignature(path: string): Promise<PreparedSignature> {
  const prepared = await decodePicture(path, signatureIn);
  return prepared.ok ? prepared.made : { ok: false, fault: prepared.fault ?? NO_PICTURE };
}

/** Stores a signature and returns its file name for the employee's row. */
export async function writeSignature(
  { content, width, height }: Extract<PreparedSignature, { ok: true }>,
  t: Transaction,
): Promise<string> {
  const name = randomFileName(".jpg");
  await saveFile({ name, kind: "signature", mediaType: "image/jpeg", width, height, content }, t);
  return name;
}

async function signatureIn(picture: Sharp): Promise<PreparedSignature> {
  const ink = await inkOf(picture);
  if (ink === null) return { ok: false, fault: EMPTY };
  const { data, info } = await sharp(ink)
    .resize({ width: SIZE.width - 2 * MARGIN, height: SIZE.height - 2 * MARGIN, fit: "inside" })
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: "white" })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  return { ok: true, content: data, width: info.width, height: info.height };
}

async function inkOf(picture: Sharp): Promise<Buffer | null> {
  const grey = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: 2 * SIZE.width, height: 2 * SIZE.width, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
  const { channels } = await sharp(grey).stats();
  if ((channels[0]?.min ?? 0) > DARKEST_OF_EMPTY) return null;
  const white = await sharp(grey)
    .normalise()
    .linear(PAPER_TO_WHITE.factor, PAPER_TO_WHITE.offset)
    .png()
    .toBuffer();
  return sharp(white).trim({ background: "white", threshold: 40 }).png().toBuffer();
}
