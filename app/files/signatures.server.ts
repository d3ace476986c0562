import sharp from "sharp";
import type { Transaction } from "#db/index.ts";
import { randomFileName } from "#runtime/ids.ts";
import { isPicture, keepFile, MOST_PIXELS } from "./pictures.server.ts";

/** For print: 850 px over the width that a signature takes on a report (print.md). */
const SIZE = { width: 850, height: 260 };
const MARGIN = 10;

/** Paper in a photograph is grey: what is lighter than this becomes white, ink stays ink. */
const PAPER_TO_WHITE = { factor: 1.7, offset: -110 };

/** The darkest spot of a drawing that somebody could see. */
const DARKEST_OF_EMPTY = 200;

export type PreparedSignature =
  | { ok: true; content: Buffer; width: number; height: number }
  | { ok: false; reason: "not-a-picture" | "empty" };

/** A drawn or photographed signature as it is printed: its ink alone, on white, opaque (rendering.md). */
export async function prepareSignature(bytes: Uint8Array): Promise<PreparedSignature> {
  if (!isPicture(bytes)) return { ok: false, reason: "not-a-picture" };
  try {
    const ink = await inkOf(bytes);
    if (ink === null) return { ok: false, reason: "empty" };
    const { data, info } = await sharp(ink)
      .resize({ width: SIZE.width - 2 * MARGIN, height: SIZE.height - 2 * MARGIN, fit: "inside" })
      .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, background: "white" })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { ok: true, content: data, width: info.width, height: info.height };
  } catch {
    // Whatever sharp cannot read is not a picture; there is no other way to ask it.
    return { ok: false, reason: "not-a-picture" };
  }
}

/** Stores it. @returns the name that an employee's row keeps */
export async function keepSignature(
  { content, width, height }: Extract<PreparedSignature, { ok: true }>,
  t: Transaction,
): Promise<string> {
  const name = randomFileName(".jpg");
  await keepFile({ name, kind: "signature", mediaType: "image/jpeg", width, height, content }, t);
  return name;
}

async function inkOf(bytes: Uint8Array): Promise<Buffer | null> {
  const grey = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
    .autoOrient()
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
