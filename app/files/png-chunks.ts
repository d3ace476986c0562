const PNG = Buffer.from("89504e470d0a1a0a", "hex");
/** What makes the picture, and which way up it is. Texts and colour profiles are packed, and unpack to any size. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "eXIf", "IEND"]);
/** A chunk is a length, a name, data and a checksum. */
const AROUND_DATA = 12;
/** The programs that write the smallest need a quarter of these for the largest file that is taken. */
const MOST_CHUNKS = 20_000;

/** A PNG without what is not picture, any other file as it is; null for a PNG that no program writes. */
export function pictureData(bytes: Buffer): Buffer | null {
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
