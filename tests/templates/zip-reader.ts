import { inflateRawSync } from "node:zlib";

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;

export function partsOf(zip: Uint8Array): Map<string, string> {
  return new Map([...filesOf(zip)].map(([name, bytes]) => [name, bytes.toString("utf8")]));
}

export function filesOf(zip: Uint8Array): Map<string, Buffer> {
  const file = Buffer.from(zip);
  const end = file.lastIndexOf(Buffer.from(Uint32Array.of(END).buffer));
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  while (file.readUInt32LE(at) === ENTRY) {
    const name = file.toString("utf8", at + 46, at + 46 + file.readUInt16LE(at + 28));
    parts.set(name, contentOf(file, at));
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

function contentOf(file: Buffer, entry: number): Buffer {
  const local = file.readUInt32LE(entry + 42);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const stored = file.subarray(start, start + file.readUInt32LE(entry + 20));
  return file.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(stored) : stored;
}
