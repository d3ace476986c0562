import { readFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { limitConcurrency } from "#runtime/limit-concurrency.ts";

/** The limit is 40 megapixels, which is enough for any phone's camera. A larger picture could fill the memory. */
const MOST_PIXELS = 40_000_000;
/** The largest ratio of height to width: a longer picture, scaled to a width, would have too many pixels. */
const MOST_TIMES_LONGER = 20;
/** The largest decoded size, for decoders that hold the whole picture in memory. */
const MOST_BYTES = 160_000_000;
/** The time limit. A camera's largest pictures take two seconds, but a forged picture can take minutes. */
const MOST_SECONDS = 20;

/** The first bytes of JPEG, PNG and WebP files. SVG is not accepted, because it can contain scripts. */
const SIGNATURES = [/^ffd8ff/, /^89504e470d0a1a0a/, /^52494646.{8}57454250/];
const SIGNATURE_BYTES = 12;
/** The first bytes of a picture as iPhones store it, which sharp cannot decode. */
const HEIC = /^.{8}66747970(?:68656963|68656978|68657663|6d696631|6d736631)/;

// Each picture is processed on one core, so that the other cores can serve pages.
sharp.concurrency(1);
sharp.cache(false);

const OF_AN_IPHONE =
  "This is a picture in the HEIC format of an iPhone. Open it, save it as JPEG, then choose that file.";
const TOO_LONG = `One side of the picture is more than ${MOST_TIMES_LONGER} times as long as the other. Crop the picture, then choose it again.`;
const TOO_MANY_PIXELS =
  "The picture has too many pixels. Make it smaller, such as 4000 by 3000 pixels, then choose it again.";

/** `fault` says why a picture is rejected; it is null when the file is not a picture, or is incomplete. */
export type DecodedPicture<Result> = { ok: true; made: Result } | { ok: false; fault: string | null };

/** Only one picture is decoded at a time, to limit memory. Waiting pictures have not been read yet. */
const inTurn = limitConcurrency(() => 1);

/**
 * Decodes an uploaded picture, turns it upright and passes it to `work`.
 * @param path the file, which should be a JPEG, PNG or WebP picture
 */
export function decodePicture<Result>(
  path: string,
  work: (picture: Sharp) => Promise<Result>,
): Promise<DecodedPicture<Result>> {
  return inTurn(async () => {
    const bytes = await readFile(path);
    const start = bytes.subarray(0, SIGNATURE_BYTES).toString("hex");
    if (HEIC.test(start)) return { ok: false, fault: OF_AN_IPHONE };
    const data = SIGNATURES.some((signature) => signature.test(start)) ? pictureData(bytes) : null;
    if (data === null) return { ok: false, fault: null };
    try {
      // Only the file's header is read here, so a picture of any size can be measured.
      const fault = faultOfSize(await opened(data, false).metadata());
      if (fault !== null) return { ok: false, fault };
      return { ok: true, made: await work(opened(data, MOST_PIXELS).autoOrient()) };
    } catch {
      // The error is not examined: any failure of sharp means that the file is not a complete picture.
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

/** Estimates the memory. A progressive JPEG takes two bytes per coefficient until its last scan is read. */
function fitsMemory({ width, height, channels, depth, isProgressive, format }: Metadata): boolean {
  const isWide = depth === "ushort" || (isProgressive && format === "jpeg");
  return width * height * channels * (isWide ? 2 : 1) <= MOST_BYTES;
}

const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** The PNG chunks that are kept: the picture and its orientation. Texts and profiles can unpack to any size. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "eXIf", "IEND"]);
/** The length, name and checksum of a chunk, in bytes. */
const AROUND_DATA = 12;
/**
 * The highest number of chunks. It is four times the number in the largest allowed file with the smallest chunks that
 * real programs write.
 */
const MOST_CHUNKS = 20_000;

/**
 * Removes all but the picture from a PNG; other files stay unchanged. Returns null for a PNG that no real program
 * writes.
 */
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
