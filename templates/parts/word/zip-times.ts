const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** 1 January 1980, the earliest day that a ZIP file can store. */
const FIRST_DAY = 0x0021_0000;

/**
 * Removes the times that the libraries write into every part of a spreadsheet or Word document. The same data then
 * gives the same bytes, so that files can be compared and unchanged documents need not be rendered again.
 */
export function withoutZipTimes(zip: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(zip);
  const view = new DataView(bytes.buffer);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count; entry += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The ZIP file’s list of entries is damaged.");
    view.setUint32(at + 12, FIRST_DAY, true);
    view.setUint32(view.getUint32(at + 42, true) + 10, FIRST_DAY, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return bytes;
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw new Error("The file is not a ZIP.");
}
