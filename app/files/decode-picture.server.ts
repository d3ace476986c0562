import { readFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";

/** 40 megapixels: enough for any phone's camera, but not for a file made to fill the memory. */
const MOST_PIXELS = 40_000_000;
/** Longer pictures would become hundreds of megapixels when they are fitted to a width. */
const MOST_TIMES_LONGER = 20;
/** The bytes of a picture in memory, for decoders that need all of it at once. */
const MOST_BYTES = 160_000_000;
/** A picture can be made to take minutes: the largest from a camera takes under two seconds. */
const MOST_SECONDS = 20;

/** The first bytes say what a file is, whatever its name; drawings that can contain scripts are not among these. */
const SIGNATURES = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];
const SIGNATURE_BYTES = 12;

// One picture at a time uses one core; the others serve pages.
sharp.concurrency(1);
sharp.cache(false);

const TOO_LONG = `One side of the picture is more than ${MOST_TIMES_LONGER} times as long as the other. Crop the picture, then choose it again.`;
const TOO_MANY_PIXELS =
  "The picture has too many pixels. Make it smaller, such as 4000 by 3000 pixels, then choose it again.";

/** `fault` says why a picture is rejected; null when the file is not a picture, or an incomplete one. */
export type Decoded<Result> = { ok: true; made: Result } | { ok: false; fault: string | null };

/** Only one picture may take this process's memory; those that wait have not been read yet. */
const inTurn = limitConcurrency(() => 1);

/**
 * Makes something of an uploaded picture, turned upright.
 * @param path the file, which should be a JPEG, PNG or WebP picture
 */
export function decodePicture<Result>(
  path: string,
  work: (picture: Sharp) => Promise<Result>,
): Promise<Decoded<Result>> {
  return inTurn(async () => {
    const bytes = await readFile(path);
    const data = isPicture(bytes) ? pictureData(bytes) : null;
    if (data === null) return { ok: false, fault: null };
    try {
      // This reads only the head of the file, so the picture may be of any size.
      const fault = faultOfSize(await opened(data, false).metadata());
      if (fault !== null) return { ok: false, fault };
      return { ok: true, made: await work(opened(data, MOST_PIXELS).autoOrient()) };
    } catch {
      // A file that sharp cannot read is not a picture; there is no other way to find out.
      return { ok: false, fault: null };
    }
  });
}

function opened(data: Buffer, limitInputPixels: number | false): Sharp {
  return sharp(data, { limitInputPixels, failOn: "error" }).timeout({ seconds: MOST_SECONDS });
}

function faultOfSize(picture: Metadata): string | null {
  const [shorter, longer] = [picture.width, picture.height].sort((a, b) => a - b) as [number, number];
  if (longer > MOST_TIMES_LONGER * shorter) return TOO_LONG;
  return shorter * longer > MOST_PIXELS || !fitsMemory(picture) ? TOO_MANY_PIXELS : null;
}

/** A progressive JPEG is kept as coefficients of two bytes until its last scan. */
function fitsMemory({ width, height, channels, depth, isProgressive, format }: Metadata): boolean {
  const isWide = depth === "ushort" || (isProgressive && format === "jpeg");
  return width * height * channels * (isWide ? 2 : 1) <= MOST_BYTES;
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.subarray(0, SIGNATURE_BYTES).toString("hex");
  return SIGNATURES.some((signature) => signature.test(start));
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** The chunks that make the picture and its orientation. Texts and colour profiles can unpack to any size. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "eXIf", "IEND"]);
/** A chunk consists of a length, a name, data and a checksum. */
const AROUND_DATA = 12;
/** Programs with the smallest chunks need a quarter of this number for the largest accepted file. */
const MOST_CHUNKS = 20_000;

/** Strips a PNG of everything but the picture; other files stay. Null for a PNG that no program writes. */
function pictureData(bytes: Buffer): Buffer | null {
  if (!bytes.subarray(0, PNG.length).equals(PNG)) return bytes;
  const kept: Buffer[] = [PNG];
  let at = PNG.length;
  for (let number = 0; at + AROUND_DATA <= bytes.length; number += 1) {
    if (number === MOST_CHUNKS) return null;
    const end = at + AROUND_DATA + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (KEPT.has(name)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}
