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

/**
 * Reads the directory of a compound file ([MS-CFB]).
 * @throws Error when the file is incomplete, or a chain of sectors has no end: such a chain fills the memory of a parser
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
  const directory = chain(bytes.readUInt32LE(48), table).map(sector);
  const entries = directory.flatMap(entriesIn);
  const smallerThan = bytes.readUInt32LE(56);
  const [smallSectors, smallStreams] = [bytes.readUInt32LE(60), entries[0]?.start ?? LAST_SECTOR];
  const large = entries.filter((entry) => entry.bytes >= smallerThan).map(({ start }) => start);
  checkChainsEnd([smallSectors, smallStreams, ...large], table);
  return {
    entries,
    beginningOf: ({ start, bytes: length }) => (length < smallerThan ? null : sector(start)),
  };
}

type Sectors = { size: number; sector: (index: number) => Buffer };

/** Reads the sector table, which gives the number of the sector that follows each sector. */
function sectorTable(bytes: Buffer, { size, sector }: Sectors): number[] {
  const places = numbersIn(bytes.subarray(76, 76 + 4 * IN_HEADER));
  const most = IN_HEADER + bytes.length / size;
  for (let more = bytes.readUInt32LE(68); more < LAST_SECTOR;) {
    if (places.length > most) throw new Error("the list of sectors is longer than the file");
    const numbers = numbersIn(sector(more));
    places.push(...numbers.slice(0, -1));
    more = numbers.at(-1) ?? LAST_SECTOR;
  }
  return places.filter((place) => place < LAST_SECTOR).flatMap((place) => numbersIn(sector(place)));
}

function chain(first: number, table: readonly number[]): number[] {
  const places: number[] = [];
  for (let place = first; place < LAST_SECTOR; place = table[place] ?? LAST_SECTOR) {
    if (places.length > table.length) throw new Error("a chain of sectors runs in a circle");
    places.push(place);
  }
  return places;
}

/** Follows every chain to its end. Each sector is visited once, so that streams that share a chain take no longer. */
function checkChainsEnd(firsts: readonly number[], table: readonly number[]): void {
  const ended = new Set<number>();
  for (const first of firsts) {
    const places = new Set<number>();
    for (let place = first; place < LAST_SECTOR && !ended.has(place); place = table[place] ?? LAST_SECTOR) {
      if (places.has(place)) throw new Error("a chain of sectors runs in a circle");
      places.add(place);
    }
    for (const place of places) ended.add(place);
  }
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(4 * index));
}

function entriesIn(sector: Buffer): CompoundEntry[] {
  const count = Math.floor(sector.length / ENTRY_BYTES);
  return Array.from({ length: count }, (_, index) =>
    sector.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  )
    .filter((entry) => entry.readUInt8(66) !== UNUSED)
    .map((entry) => ({
      name: entry.toString("utf16le", 0, Math.min(64, Math.max(2, entry.readUInt16LE(64))) - 2),
      start: entry.readUInt32LE(116),
      bytes: entry.readUInt32LE(120),
    }));
}
