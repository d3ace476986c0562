import { buffer } from "node:stream/consumers";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import { refusedSheet, SHEET_FAULTS, type SheetLimits, type SheetRead } from "./sheet.ts";
import { isDateFormats, partOf, sharedTexts, sheetPath } from "./workbook-parts.server.ts";
import { worksheetRows } from "./worksheet.server.ts";

/** What an xlsx may be unpacked: 5,000 rows of 30 columns take some 10 MB. */
const MOST_UNPACKED_BYTES = 60_000_000;
const MOST_ENTRIES = 500;

/** The first sheet of a workbook. What is unpacked is counted before and while it is, so that no bomb fills the memory. */
export async function readWorkbook(path: string, limits: SheetLimits): Promise<SheetRead> {
  try {
    return await read(await opened(path), limits);
  } catch {
    // Whatever yauzl and the parser cannot read is broken; they have no other way to say so.
    return refusedSheet(SHEET_FAULTS.broken);
  }
}

type Archive = { archive: ZipFile; entries: Map<string, Entry> };

async function read(archive: ZipFile, limits: SheetLimits): Promise<SheetRead> {
  try {
    const entries = new Map<string, Entry>();
    let bytes = 0;
    for await (const entry of archive.eachEntry()) {
      bytes += entry.uncompressedSize;
      if (entry.isEncrypted()) return refusedSheet(SHEET_FAULTS.locked);
      if (bytes > MOST_UNPACKED_BYTES || entries.size >= MOST_ENTRIES) return refusedSheet(SHEET_FAULTS.bomb);
      entries.set(entry.fileName.replace(/^\//, ""), entry);
    }
    return await firstSheet({ archive, entries }, limits);
  } finally {
    archive.close();
  }
}

async function firstSheet(workbook: Archive, limits: SheetLimits): Promise<SheetRead> {
  const [book, relations] = [
    await textIn(workbook, "xl/workbook.xml"),
    await textIn(workbook, "xl/_rels/workbook.xml.rels"),
  ];
  if (book === null || relations === null) return refusedSheet(SHEET_FAULTS.noSheet);
  const sheet = await textIn(workbook, sheetPath(book, relations));
  if (sheet === null) return refusedSheet(SHEET_FAULTS.noSheet);
  const [strings, styles] = [
    (await textIn(workbook, partOf(relations, "sharedStrings"))) ?? "",
    (await textIn(workbook, partOf(relations, "styles"))) ?? "",
  ];
  const parts = {
    strings: sharedTexts(strings),
    isDate: isDateFormats(styles),
    is1904: /<(?:\w+:)?workbookPr[^>]*date1904="(?:1|true)"/.test(book),
  };
  return worksheetRows(sheet, parts, limits);
}

async function textIn({ archive, entries }: Archive, name: string): Promise<string | null> {
  const entry = entries.get(name);
  if (!entry) return null;
  return (await buffer(await archive.openReadStreamPromise(entry))).toString("utf8");
}

/** A file that is longer than the list of the ZIP says fails while it is read. */
function opened(path: string): Promise<ZipFile> {
  return openPromise(path, { lazyEntries: true, validateEntrySizes: true, autoClose: false });
}
