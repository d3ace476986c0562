import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { ROOT } from "#tests/support/source.ts";
import { fileOf } from "./file-of.ts";

const SLOW = 120_000;
const AT_ONCE = 4;
const MOST_MB = 350;
const MEGABYTE = 1024 * 1024;

const plain = await drawn(900, 1200).png().toBuffer();

test.each([
  ["texts that unpack to 640 MB", () => withChunks("zTXt", 20, (place) => `Comment${place}\0\0`), true],
  ["texts of other letters", () => withChunks("iTXt", 20, (place) => `Comment${place}\0\x01\0\0\0`), true],
  ["colour profiles", () => withChunks("iCCP", 20, () => "profile\0\0"), true],
  ["200,000 chunks", async () => inserted(plain, chunk("tEXt", Buffer.from("a\0")), 200_000), false],
])("four pictures at once with %s take little memory", { timeout: SLOW }, async (_, made, isTaken) => {
  const { taken, peakMb } = await sentAtOnce(await made());

  expect(taken).toEqual(Array(AT_ONCE).fill(isTaken));
  expect(peakMb).toBeLessThan(MOST_MB);
});

test.each([
  [
    "a camera's largest, turned on its side",
    () => drawn(7_300, 5_400).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    true,
  ],
  ["in scans", () => drawn(7_300, 5_400).jpeg({ progressive: true }).toBuffer(), false],
  ["interlaced", () => drawn(7_300, 5_400).png({ progressive: true }).toBuffer(), true],
  ["of 16 bits, interlaced", () => wide(7_300, 5_400), false],
  ["as WebP", () => drawn(7_300, 5_400).webp({ effort: 0 }).toBuffer(), true],
  ["of more pixels", () => drawn(9_000, 9_000).png().toBuffer(), false],
])("four pictures at once, %s, take the memory of one", { timeout: SLOW }, async (_, made, isTaken) => {
  const { taken, peakMb } = await sentAtOnce(await made());

  expect(taken).toEqual(Array(AT_ONCE).fill(isTaken));
  expect(peakMb).toBeLessThan(MOST_MB);
});

/** Runs in a process of its own, whose largest size is measured. */
async function sentAtOnce(content: Uint8Array): Promise<{ taken: boolean[]; peakMb: number }> {
  const paths = Array(AT_ONCE).fill(await fileOf(content));
  const program = ["--import", "tsx", "tests/files/decode-process.ts", ...paths];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: ROOT });
  return JSON.parse(stdout) as { taken: boolean[]; peakMb: number };
}

function drawn(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#7b1e22" }, limitInputPixels: false });
}

function wide(width: number, height: number): Promise<Buffer> {
  return drawn(width, height).toColourspace("rgb16").png({ progressive: true }).toBuffer();
}

/** Adds chunks that unpack to 32 MB each after the head of a valid picture. */
async function withChunks(name: string, times: number, before: (index: number) => string): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(32 * MEGABYTE, "a"));
  const chunks = Array.from({ length: times }, (_, index) =>
    chunk(name, Buffer.concat([Buffer.from(before(index), "latin1"), packed])),
  );
  return inserted(plain, Buffer.concat(chunks), 1);
}

function inserted(png: Buffer, chunks: Buffer, times: number): Buffer {
  const afterHead = 8 + 12 + 13;
  const repeated = Array<Buffer>(times).fill(chunks);
  return Buffer.concat([png.subarray(0, afterHead), ...repeated, png.subarray(afterHead)]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
