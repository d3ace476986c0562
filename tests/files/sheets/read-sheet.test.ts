import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ZipFile } from "yazl";
import { delimitedText } from "#files/sheets/delimited-text.server.ts";
import { readSheet } from "#files/sheets/read-sheet.server.ts";
import { renderDocument } from "#templates/index.ts";

const BOOK = `<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>
  <Relationship Id="rId2" Type="http://x/styles" Target="styles.xml"/>
  <Relationship Id="rId3" Type="http://x/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`;
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yy"/><numFmt numFmtId="165" formatCode="0.0"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
const STRINGS = `<sst><si><t>First Name</t></si><si><r><t>Vill</t></r><r><t>afaña &amp; Co</t></r><rPh><t>no</t></rPh></si></sst>`;

const sheetOf = (rows: string, more = "") => `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`;

async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

function workbook(sheet: string | Buffer): Promise<Buffer> {
  return zipOf({
    "xl/workbook.xml": BOOK,
    "xl/_rels/workbook.xml.rels": RELATIONS,
    "xl/styles.xml": STYLES,
    "xl/sharedStrings.xml": STRINGS,
    "xl/worksheets/sheet1.xml": sheet,
  });
}

/** As Office wrote files before 2007, and writes those with a password: its parts have names in UTF-16. */
function compound(part: string): Buffer {
  return Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from(`Root Entry\0${part}\0`, "utf16le"),
  ]);
}

async function read(content: Uint8Array) {
  const directory = await mkdtemp(join(tmpdir(), "termbook-sheet-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "file");
  await writeFile(path, content);
  return readSheet(path, { rows: 100 });
}

const texts = (read: Awaited<ReturnType<typeof readSheet>>) =>
  read.ok
    ? [read.head, ...read.rows].map(({ row, cells }) => [
        row,
        ...cells.map(({ text, fault }) => fault ?? text),
      ])
    : read.fault;

test("texts, numbers and days of a workbook, with the numbers of their rows", async () => {
  const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>Born</t></is></c></row>
    <row r="5"><c r="A5" t="s"><v>1</v></c><c r="B5"><v>2.01902033317E+11</v></c><c r="C5" s="1"><v>43499</v></c></row>
    <row r="6"><c r="A6" s="2"><v>43499.7</v></c><c r="B6" s="3"><v>1.5</v></c><c r="C6" t="b"><v>1</v></c></row>
    <row r="7"><c r="A7" s="1"/></row>`;

  expect(texts(await read(await workbook(sheetOf(rows))))).toEqual([
    [2, "First Name", "", "Born"],
    [5, "Villafaña & Co", "201902033317", "2019-02-03"],
    [6, "2019-02-03", "1.5", "Yes"],
  ]);
});

test("a formula, an error and merged cells are said where they are", async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row>
    <row r="2"><c r="A2"><f>SUM(B1:B2)</f><v>3</v></c><c r="B2" t="e"><v>#REF!</v></c></row>
    <row r="3"><c r="A3" t="str"><v>a</v></c></row><row r="4"><c r="B4"><v>4</v></c></row>`;

  expect(
    texts(await read(await workbook(sheetOf(rows, `<mergeCells><mergeCell ref="A3:A4"/></mergeCells>`)))),
  ).toEqual([
    [1, "1"],
    [2, "a formula is not read: paste its value in its place", "the cell holds the error #REF!"],
    [3, "A3:A4 are merged into one cell: part them"],
    [4, "A3:A4 are merged into one cell: part them", "4"],
  ]);
});

test.each([
  ["a bomb", () => workbook(Buffer.alloc(61_000_000, " ")), /unpacks to more/],
  ["a ZIP of something else", () => zipOf({ "word/document.xml": "<w/>" }), /not a spreadsheet/],
  ["no XML", () => workbook("<worksheet><row"), /not whole/],
  ["one that was cut off", async () => (await workbook(sheetOf(""))).subarray(0, 200), /not whole/],
  ["an old Excel", async () => compound("Workbook"), /of an old Excel/],
  ["a workbook with a password", async () => compound("EncryptedPackage"), /locked with a password/],
  ["an old Word", async () => compound("WordDocument"), /not a spreadsheet/],
  [
    "a quotation mark that is not closed",
    async () => Buffer.from('A,B\n"a,b\nc,d'),
    /quotation mark in row 2 .* not closed/,
  ],
  [
    "too many rows",
    () =>
      workbook(
        sheetOf(
          Array.from({ length: 100_000 }, (_, n) => `<row r="${n + 1}"><c><v>1</v></c></row>`).join(""),
        ),
      ),
    /more than 100 rows/,
  ],
  ["an empty sheet", () => workbook(sheetOf("")), /empty/],
])("%s is refused", async (_what, made, fault) => {
  expect(texts(await read(await made()))).toMatch(fault);
});

test.each([
  [
    "UTF-8 with its mark",
    Buffer.from('\uFEFFFirst Name,Born\r\n"a, b",1\r\n'),
    [
      [1, "First Name", "Born"],
      [2, "a, b", "1"],
    ],
  ],
  [
    "Windows' letters and semicolons",
    Buffer.from("René;b\nc;d", "latin1"),
    [
      [1, "René", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "tabs in UTF-16",
    Buffer.from("\uFEFFa\tb\n\nc\td", "utf16le"),
    [
      [1, "a", "b"],
      [3, "c", "d"],
    ],
  ],
  [
    "UTF-16, the other way round",
    Buffer.from("\uFEFFé,b\nc,d", "utf16le").swap16(),
    [
      [1, "é", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "a formula",
    Buffer.from("a,b\n=1+1,2"),
    [
      [1, "a", "b"],
      [2, "a formula is not read: enter its value", "2"],
    ],
  ],
])("text in %s", async (_what, content, expected) => {
  expect(texts(await read(content))).toEqual(expected);
});

test("a workbook of nothing but merged cells is refused before each is looked for", async () => {
  const merged = Array.from(
    { length: 100_000 },
    (_, place) => `<mergeCell ref="A${place + 1}:CV${place + 2}"/>`,
  );
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row>`;

  const found = await read(await workbook(sheetOf(rows, `<mergeCells>${merged.join("")}</mergeCells>`)));

  expect(texts(found)).toContain("hundreds of merged cells");
});

test("a row of a text has as many cells as one is looked at for", async () => {
  const found = await read(Buffer.from(`A,B\n${"x,".repeat(1_000)}`));

  expect(found.ok && found.rows[0]?.cells.length).toBe(200);
});

const CALCULATED = [
  ["Name", "Address"],
  ["=1+1", "+868"],
  ["-", "@x"],
  [`'quoted "both"'`, "\t tab\r\nline"],
  ["'=1+1", "''-2"],
  [" =1+1", "\r=1"],
  ["＝1+1", "＋868"],
  ["－1", "＠x"],
];

test("what is written as text is read as it was, and nothing of it calculates", async () => {
  const written = delimitedText(CALCULATED);

  const found = await read(written);

  expect(written.toString()).not.toMatch(/(^|,)"\s*[=+\-@＝＋－＠\t\r]/m);
  expect(texts(found)).toEqual(CALCULATED.map((cells, place) => [place + 1, ...cells]));
});

test("what is written as a workbook is read as it was, and no cell of it is a formula", async () => {
  // What fields keep begins with no tab and no end of line, and XML has none of Windows.
  const whole = CALCULATED.filter((cells) => !/[\t\r]/.test(cells.join("")));
  const [columns = [], ...rows] = whole;
  const data = { name: "Students", columns, rows };

  const { bytes } = await renderDocument({ kind: "import-table", format: "xlsx", data }, { owner: 1 });

  expect(texts(await read(bytes))).toEqual(whole.map((cells, place) => [place + 1, ...cells]));
});
