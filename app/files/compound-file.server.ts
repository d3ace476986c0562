/** An entry of a compound file, which is the format of Word documents before 2007 and of encrypted newer ones. */
export type CompoundEntry = { name: string; start: number; bytes: number };

export type CompoundFile = {
  entries: readonly CompoundEntry[];
  /** Returns the first sector of a stream; null for a small stream, which is stored elsewhere in the file. */
  beginningOf: (entry: CompoundEntry) => Buffer | null;
};

/** Sector numbers from here on are markers, such as the end of a chain or a free sector. */
const LAST_SECTOR = 0xfffffffa;
const IN_HEADER = 109;
const ENTRY_BYTES = 128;
const UNUSED = 0;
/** The bytes of all chains of sectors together, each of which a parser copies. Those of a real file are about its size. */
const MOST_COPIED = 256_000_000;

/**
 * Reads the directory of a compound file ([MS-CFB]).
 * @throws Error when the file is incomplete, or its chains of sectors would fill the memory of a parser
 */
export function readCompoundFile(bytes: Buffer): CompoundFile {
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new Error("no compound file has sectors of this size");
  const size = 1 << shift;
  const sector = (index: number) => {
    const from = (index + 1) * size;
    if (index >= LAST_SECTOR || from >= bytes.length) throw new Error("a sector is beyond the end");
    return bytes.subarray(from, from + size);
  };
  const table = sectorTable(bytes, { size, sector });
  const follow = limitedChains(table, MOST_COPIED / size);
  const first = bytes.readUInt32LE(48);
  const records = follow(first).map(sector).flatMap(recordsIn);
  const smallerThan = bytes.readUInt32LE(56);
  // Parsers copy the chain of each sector that no earlier chain contains, beginning with the directory's, and then
  // the chain of each stream.
  const count = Math.ceil(bytes.length / size) - 1;
  const passed = new Set<number>();
  for (let place = first; place < first + count; place += 1)
    if (!passed.has(place % count)) follow(place % count).forEach((item) => passed.add(item));
  const large = records.map(toEntry).filter((entry) => entry.bytes >= smallerThan);
  new Set(large.map(({ start }) => start)).forEach(follow);
  return {
    entries: records.filter((record) => record.readUInt8(66) !== UNUSED).map(toEntry),
    beginningOf: ({ start, bytes: length }) => (length < smallerThan ? null : sector(start)),
  };
}

type Sectors = { size: number; sector: (index: number) => Buffer };

/** Reads the sector table, which gives the number of the sector that follows each sector. Parsers differ about gaps. */
function sectorTable(bytes: Buffer, { size, sector }: Sectors): number[] {
  const whole = (place: number) => {
    const found = sector(place);
    if (found.length < size) throw new Error("a sector of the table is cut off");
    return found;
  };
  const places = numbersIn(bytes.subarray(76, 76 + 4 * IN_HEADER));
  const most = IN_HEADER + bytes.length / size;
  for (let more = bytes.readUInt32LE(68); more < LAST_SECTOR;) {
    if (places.length > most) throw new Error("the list of sectors is longer than the file");
    const numbers = numbersIn(whole(more));
    places.push(...numbers.slice(0, -1));
    more = numbers.at(-1) ?? LAST_SECTOR;
  }
  const used = places.filter((place) => place < LAST_SECTOR);
  if (used.some((place, index) => place !== places[index])) throw new Error("the list of sectors has a gap");
  return used.flatMap((place) => numbersIn(whole(place)));
}

/**
 * Returns a function that lists the sectors of a chain. The function throws an Error when all chains together have
 * more than `most` sectors.
 */
function limitedChains(table: readonly number[], most: number): (first: number) => number[] {
  let left = most;
  return (first) => {
    const places: number[] = [];
    for (let place = first; place < LAST_SECTOR; place = table[place] ?? LAST_SECTOR) {
      if (left === 0) throw new Error("the chains of sectors are too long, or run in a circle");
      left -= 1;
      places.push(place);
    }
    return places;
  };
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index));
}

function recordsIn(sector: Buffer): Buffer[] {
  const count = Math.floor(sector.length / ENTRY_BYTES);
  return Array.from({ length: count }, (_, index) =>
    sector.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  );
}

function toEntry(record: Buffer): CompoundEntry {
  return {
    name: record.toString("utf16le", 0, Math.min(64, Math.max(2, record.readUInt16LE(64))) - 2),
    start: record.readUInt32LE(116),
    bytes: record.readUInt32LE(120),
  };
}
