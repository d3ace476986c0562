import { CFB, utils, write } from "@e965/xlsx";
import { randomBytes } from "node:crypto";
import { openDocument, stylesOf, workbook } from "./made-books.ts";

const BOMB = /too large to be a list of people/;
const READ = /A cell/;
const A_CELL = `<row r="1"><c r="A1" t="str"><v>A cell</v></c></row>`;
const DTD = `<!DOCTYPE sst [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>`;

export const rowsOf = (count: number, cells: string) =>
  Array.from({ length: count }, (_, n) => `<row r="${n + 1}">${cells}</row>`).join("");

/** Heavily compressed data is recognised by its ratio, so data that cannot be compressed is added beside it. */
export const beside = (part: Readonly<Record<string, string>>) => ({
  others: { "xl/media/image1.png": randomBytes(300_000), ...part },
});

/** Creates an entry that claims to be 10 bytes, in the archive's list and in its own header. */
async function withFalseSize(name: string): Promise<Buffer> {
  const bytes = await workbook({ others: { [name]: Buffer.alloc(1_000_000, " ") } });
  const entry = bytes.lastIndexOf(Buffer.from("504b0102", "hex"), bytes.lastIndexOf(name));
  bytes.writeUInt32LE(10, entry + 24);
  return bytes;
}

/** Creates a workbook of an older Excel in which a chain of sectors leads back to where it is. */
function withEndlessChain(): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet(Array.from({ length: 500 }, (_, row) => [row, "A cell"])),
    "A",
  );
  const bytes = write(book, { type: "buffer", bookType: "biff8" }) as Buffer;
  const table = (bytes.readUInt32LE(76) + 1) * 512;
  const links = Array.from({ length: 128 }, (_, sector) => sector);
  const linked = links.findLast((sector) => bytes.readUInt32LE(table + 4 * sector) === sector + 1) ?? 0;
  bytes.writeUInt32LE(linked, table + 4 * linked);
  return bytes;
}

const SECTORS = 2_000;
const END_OF_CHAIN = 0xfffffffe;

/** Creates an old workbook with a stream of 2,000 sectors, whose links and entry in the directory `change` writes. */
function withStream(
  change: (stream: { first: number; link: (from: number, to: number) => void; entry: Buffer }) => void,
): Buffer {
  const container = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, "/Workbook", Buffer.alloc(512 * SECTORS, 1));
  const bytes = CFB.write(container, { type: "buffer" }) as Buffer;
  const entry = bytes.subarray(bytes.indexOf(Buffer.from("Workbook\0", "utf16le"))).subarray(0, 128);
  const link = (from: number, to: number) => {
    const table = bytes.readUInt32LE(76 + 4 * Math.floor(from / 128));
    bytes.writeUInt32LE(to, (table + 1) * 512 + 4 * (from % 128));
  };
  change({ first: entry.readUInt32LE(116), link, entry });
  return bytes;
}

/** Creates an old workbook of 1 MB in which each sector leads to the one before, so that a parser makes 1 GB of it. */
function withBackwardChain(): Buffer {
  return withStream(({ first, link, entry }) => {
    for (let index = 0; index < SECTORS; index += 1)
      link(first + index, index === 0 ? END_OF_CHAIN : first + index - 1);
    entry.writeUInt32LE(first + SECTORS - 1, 116);
  });
}

/** Creates an old workbook with a circle of sectors that only an unused entry of the directory names. */
function withCircleOfUnusedEntry(): Buffer {
  return withStream(({ first, link, entry }) => {
    link(first + 1, first);
    entry.writeUInt32LE(first + 1, 116);
    entry.writeUInt8(0, 66);
  });
}

/** Files that are made to keep a reader busy or to fill its memory, with what becomes of each: rows or a reason. */
export const HOSTILE_BOOKS: readonly (readonly [string, () => Promise<Buffer>, RegExp])[] = [
  [
    "a number format of 300,000 brackets",
    () => workbook({ rows: rowsOf(50, `<c s="0"><v>1</v></c>`), styles: stylesOf(["[".repeat(300_000)]) }),
    /^1,1,2,1/,
  ],
  [
    "a number format of 100,000 quotation marks",
    () =>
      workbook({ rows: rowsOf(50, `<c s="0"><v>1</v></c>`), styles: stylesOf(["&quot;".repeat(100_000)]) }),
    /^1,1,2,1/,
  ],
  [
    "properties of a workbook that begin 40,000 times",
    () => workbook({ rows: A_CELL, properties: `<!-- ${"<workbookPr".repeat(40_000)} -->` }),
    READ,
  ],
  [
    "500 merged ranges over all rows",
    () =>
      workbook({
        rows: rowsOf(5_000, `<c t="str"><v>a</v></c>`),
        afterRows: `<mergeCells>${'<mergeCell ref="A1:ZZZ99999"/>'.repeat(500)}</mergeCells>`,
      }),
    /hundreds of merged cells/,
  ],
  [
    "100,000 merged cells",
    () =>
      workbook({
        rows: A_CELL,
        afterRows: `<mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(100_000)}</mergeCells>`,
      }),
    /hundreds of merged cells/,
  ],
  [
    "a row of 150,000 attributes",
    () =>
      workbook({
        rows: `<row ${Array.from({ length: 150_000 }, (_, n) => `a${n}="1"`).join(" ")}/>${A_CELL}`,
      }),
    BOMB,
  ],
  ["6 MB of empty texts", () => workbook({ rows: A_CELL, strings: "<si/>".repeat(1_200_000) }), BOMB],
  ["6 MB of empty rows", () => workbook({ rows: "<row/>".repeat(1_000_000) }), BOMB],
  [
    "3 million empty rows",
    () => workbook(beside({ "xl/worksheets/sheet1.xml": "<row/>".repeat(3_000_001) })),
    BOMB,
  ],
  [
    "3 million beginnings",
    () => workbook(beside({ "xl/worksheets/sheet1.xml": "<".repeat(3_000_001) })),
    BOMB,
  ],
  [
    "elements 200,000 deep",
    () => workbook({ rows: A_CELL, afterRows: "<a>".repeat(200_000), ...beside({}) }),
    READ,
  ],
  [
    "entities of entities",
    () => workbook({ rows: A_CELL, others: { "xl/sharedStrings.xml": `${DTD}<sst>&c;</sst>` } }),
    READ,
  ],
  [
    "another workbook that is linked",
    () => workbook({ rows: A_CELL, others: { "xl/externalLinks/externalLink1.xml": "<externalLink/>" } }),
    READ,
  ],
  [
    "60 MB of spaces",
    () => workbook({ others: { "xl/worksheets/sheet1.xml": Buffer.alloc(61_000_000, " ") } }),
    BOMB,
  ],
  ["an entry that is larger than it says", () => withFalseSize("xl/worksheets/sheet1.xml"), /incomplete/],
  [
    "501 entries",
    () =>
      workbook({ others: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`xl/${n}.xml`, ""])) }),
    BOMB,
  ],
  [
    "one long text in every cell",
    () =>
      workbook({
        rows: rowsOf(500, `<c t="s"><v>0</v></c>`.repeat(25)),
        strings: `<si><t>${"a".repeat(30_000)}</t></si>`,
      }),
    BOMB,
  ],
  [
    "merged cells of a whole OpenDocument",
    () =>
      openDocument(
        `<table:table table:name="S"><table:table-row>${'<table:table-cell office:value-type="string" table:number-columns-spanned="16384" table:number-rows-spanned="1048576"><text:p>x</text:p></table:table-cell>'.repeat(400)}</table:table-row></table:table>`,
      ),
    /hundreds of merged cells/,
  ],
  [
    "a text in every cell of an OpenDocument",
    () =>
      openDocument(
        `<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="string" table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    BOMB,
  ],
  [
    "a number in every cell of an OpenDocument",
    () =>
      openDocument(
        `<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16384"/></table:table-row></table:table>`,
      ),
    BOMB,
  ],
  [
    "a formula in 100,000 cells",
    () => workbook({ rows: rowsOf(4_000, `<c><f>SUM(A1:Z9)</f><v>1</v></c>`.repeat(25)), ...beside({}) }),
    /formulas are not read/,
  ],
  ["a chain of sectors without an end", async () => withEndlessChain(), /incomplete/],
  ["a chain of sectors that runs backwards", async () => withBackwardChain(), /incomplete/],
  ["a circle of sectors in an unused entry", async () => withCircleOfUnusedEntry(), /incomplete/],
  ["60,000 rows", async () => Buffer.from("A cell,another\n".repeat(60_000)), /more than 5,000 rows/],
  ["a line of 100 MB", async () => Buffer.alloc(100_000_000, "a"), /a row does not end/],
  ["a quotation mark before 100 MB", async () => Buffer.from(`a,"${"b\n".repeat(5_000_000)}`), /not closed/],
  ["100,000 columns", async () => Buffer.from(`A cell${",a".repeat(99_999)}\n`), READ],
  ["a million columns", async () => Buffer.from(`A cell${",a".repeat(999_999)}\n`), /a row does not end/],
  ["300,000 empty lines", async () => Buffer.from(`A cell\n${"\n".repeat(300_000)}`), READ],
];
