import { buffer } from "node:stream/consumers";
import { CFB } from "@e965/xlsx";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import {
  hasTooManyCells,
  readSpreadsheetVisibility,
  type SpreadsheetVisibility,
} from "./open-document.server.ts";
import { SPREADSHEET_FAULTS } from "./sheet.ts";

/** The largest unpacked size. A workbook of 5,000 rows of 60 columns has some 20 MB. */
const MOST_UNPACKED_BYTES = 60_000_000;
const MOST_ENTRIES = 500;
/** Real sheets are compressed to a tenth or a twentieth; only repeated data is compressed to a thousandth. */
const MOST_TIMES_PACKED = 200;
const SMALL_BYTES = 5_000_000;

/** The limit for XML tags. 5,000 rows of 60 columns have 1.2 million, each of which takes a microsecond. */
const MOST_TAGS = 3_000_000;
const LONGEST_TAG = 1_000_000;
const [LESS_THAN, GREATER_THAN] = [0x3c, 0x3e];

/** The parts of a workbook that are unpacked: no pictures, macros or printer settings. */
const READ_PARTS = /\.(?:xml|rels)$|^mimetype$/i;
const EXCEL_BOOK = /(?:^|\/)workbook\.xml$/i;
const BINARY_BOOK = /(?:^|\/)workbook\.bin$/i;
const SHARED_STRINGS = /sharedstrings\.xml$/i;
/** Matches all parts except those in which the attribute `t` means something else. */
const SHEETS = /^(?!.*(?:styles|workbook)\.xml$)/i;
const STYLES = /(?:^|\/)styles\.xml$/i;
const TYPES = "[Content_Types].xml";
const STYLES_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml";
const ODS_CONTENT = "content.xml";
const ODS_STYLES = "styles.xml";
const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

/** A workbook without any of these has no hidden row or column. */
const HIDDEN = ['hidden="1"', 'hidden="true"', "hidden='1'", "hidden='true'"];

type Unpacked =
  | {
      ok: true;
      bytes: Buffer;
      /** Whether the workbook may have hidden rows or columns. */
      mayHide: boolean;
      /** The hidden parts of an OpenDocument; null for a workbook of Excel. */
      document: SpreadsheetVisibility | null;
    }
  | { ok: false; fault: string };
type Parts = Map<string, Buffer>;

/**
 * Repacks the parts of a workbook that are needed, without compression. The parser trusts the sizes that an archive
 * states, so they are checked here first.
 */
export async function unpackWorkbook(path: string): Promise<Unpacked> {
  try {
    const archive = await openPromise(path, {
      lazyEntries: true,
      validateEntrySizes: true,
      autoClose: false,
    });
    try {
      return await unpacked(archive);
    } finally {
      archive.close();
    }
  } catch {
    // The error is not examined: yauzl has no error codes, so any failure means that the file is broken.
    return refused("broken");
  }
}

async function unpacked(archive: ZipFile): Promise<Unpacked> {
  const entries: Entry[] = [];
  let [packedBytes, bytes] = [0, 0];
  for await (const entry of archive.eachEntry()) {
    entries.push(entry);
    packedBytes += entry.compressedSize;
    bytes += entry.uncompressedSize;
    if (entry.isEncrypted()) return refused("locked");
    if (bytes > MOST_UNPACKED_BYTES || entries.length > MOST_ENTRIES) return refused("bomb");
  }
  if (bytes > Math.max(SMALL_BYTES, packedBytes * MOST_TIMES_PACKED)) return refused("bomb");
  if (entries.some(({ fileName }) => BINARY_BOOK.test(fileName))) return refused("binary");

  const parts: Parts = new Map();
  for (const entry of entries.filter(({ fileName }) => READ_PARTS.test(fileName))) {
    const part = await buffer(await archive.openReadStreamPromise(entry));
    if (isOverfull(part)) return refused("bomb");
    parts.set(entry.fileName, part);
  }
  return packed(parts);
}

function packed(parts: Parts): Unpacked {
  const names = [...parts.keys()];
  const isOds = isOpenDocument(parts);
  if (!isOds && !names.some((name) => EXCEL_BOOK.test(name))) return refused("noSheet");
  if (isOds && hasTooManyCells(parts.get(ODS_CONTENT)?.toString() ?? "")) return refused("bomb");
  // The parser fails for an OpenDocument without this part, which some programs leave out.
  if (isOds && !parts.has(ODS_STYLES)) parts.set(ODS_STYLES, Buffer.from("<office:document-styles/>"));
  const styles = names.find((name) => STYLES.test(name));
  const container: unknown = CFB.utils.cfb_new();
  for (const [name, part] of parts) {
    CFB.utils.cfb_add(container, name, mended(name, part, styles));
  }
  const mayHide = [...parts].some(
    ([name, part]) => SHEETS.test(name) && HIDDEN.some((words) => part.includes(words)),
  );
  const bytes = CFB.write(container, { fileType: "zip", type: "buffer" }) as Buffer;
  return { ok: true, mayHide, bytes, document: isOds ? readSpreadsheetVisibility(parts) : null };
}

/** Recognises an OpenDocument by its type. Google Sheets states the type in the list of parts alone. */
function isOpenDocument(parts: Parts): boolean {
  const stated = parts.get("mimetype") ?? parts.get("META-INF/manifest.xml");
  return stated?.includes(ODS_TYPE) ?? false;
}

function mended(name: string, part: Buffer, styles: string | undefined): Buffer {
  if (name === TYPES && styles !== undefined) return withStyles(part, styles);
  if (name === ODS_CONTENT) return withoutTextTypes(part);
  return SHARED_STRINGS.test(name) ? withEmptyTexts(part) : part;
}

/**
 * Removes the attribute for the type text, which a cell has by default. The parser needs a quarter of its time for
 * these attributes.
 */
function withoutTextTypes(part: Buffer): Buffer {
  const types = / office:value-type="string"(?: calcext:value-type="string")?(?=>)/g;
  return Buffer.from(part.toString().replaceAll(types, ""));
}

/**
 * Adds the part with the styles to the list of content types, where some programs leave it out. Without the styles a
 * date is read as a number, and 0012 as 12.
 */
function withStyles(part: Buffer, name: string): Buffer {
  const types = part.toString();
  const end = types.lastIndexOf("</");
  if (types.includes(STYLES_TYPE) || end < 0) return part;
  const styles = `<Override PartName="/${name}" ContentType="${STYLES_TYPE}"/>`;
  return Buffer.from(`${types.slice(0, end)}${styles}${types.slice(end)}`);
}

/** Fills empty texts, `<si/>`. The parser skips them, which would give each cell the text of the next one. */
function withEmptyTexts(part: Buffer): Buffer {
  return Buffer.from(part.toString().replaceAll(/<((?:\w+:)?si)\s*\/>/g, "<$1></$1>"));
}

function isOverfull(xml: Buffer): boolean {
  let tags = 0;
  let start = -1;
  for (let at = 0; at < xml.length; at += 1) {
    const byte = xml[at];
    if (byte === LESS_THAN) {
      tags += 1;
      start = at;
      if (tags > MOST_TAGS) return true;
    } else if (byte === GREATER_THAN) start = -1;
    else if (start >= 0 && at - start > LONGEST_TAG) return true;
  }
  return false;
}

function refused(fault: keyof typeof SPREADSHEET_FAULTS): Unpacked {
  return { ok: false, fault: SPREADSHEET_FAULTS[fault] };
}
