import { utils, write, CFB, type BookType } from "@e965/xlsx";
import { expect, test } from "vitest";
import { toDelimitedText } from "#files/sheets/delimited.server.ts";
import { parseSpreadsheet } from "#files/sheets/parse-sheet.server.ts";
import { renderDocument } from "#templates/index.ts";
import { fileOf } from "../file-of.ts";
import { openDocument, stylesOf, textsOf, workbook, zipOf } from "./made-books.ts";

async function read(content: Uint8Array, rows = 100) {
  return parseSpreadsheet(await fileOf(content), { rows });
}

/** Creates a file like Office before 2007, and like today's with a password: its parts have names in UTF-16. */
function compound(part: string): Buffer {
  return Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from(`Root Entry\0${part}\0`, "utf16le"),
  ]);
}

const STRINGS = `<si><t>First Name</t></si><si/><si><r><t>Vill</t></r><r><t>afaña &amp; Co</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>`;
const BUILT_IN = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`;

test("texts, numbers and days of a workbook, with the numbers of their rows", async () => {
  const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>Born</t></is></c></row>
    <row r="5"><c r="A5" t="s"><v>2</v></c><c r="B5"><v>2.01902033317E+11</v></c><c r="C5" s="1"><v>43499</v></c></row>
    <row r="6"><c r="A6" s="2"><v>43499.7</v></c><c r="B6"><v>1.5</v></c><c r="C6" t="b"><v>1</v></c></row>
    <row r="7"><c r="A7" s="1"/></row>`;

  expect(textsOf(await read(await workbook({ rows, strings: STRINGS, styles: BUILT_IN })))).toEqual([
    [2, "First Name", "", "Born"],
    [5, "Villafaña & Co", "201902033317", "2019-02-03"],
    [6, "2019-02-03", "1.5", "Yes"],
  ]);
});

test.each([
  ["dd\\.mm\\.yy", 41703, "2014-03-05"],
  ["d/m/yyyy h:mm", 41703.999, "2014-03-05"],
  ["[$-F800]dddd, mmmm d, yyyy", 41703, "2014-03-05"],
  ["[$-407]d. mmmm yyyy;@", 36585, "2000-02-29"],
  ["h:mm", 0.5, "12:00"],
  ["0.0", 1.5, "1.5"],
  ["0%", 0.72, "72%"],
  ["0.00%", 0.57, "57%"],
  ["0.00&quot; % of all&quot;", 0.57, "0.57"],
  ["General", 12345678901234, "12345678901234"],
  ["00000000000", 12345678, "00012345678"],
  ["000-0000", 50127, "005-0127"],
  ["000-0000", 5550127, "5550127"],
  ["0000", 0, "0000"],
  ["0.00", 5, "5"],
])("a number with the format %s", async (format, value, text) => {
  const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;

  const found = await read(await workbook({ rows, styles: stylesOf(["General", format]) }));

  expect(textsOf(found)).toEqual([[1, text]]);
});

test("the days of a Macintosh's workbook are counted from 1904", async () => {
  const rows = `<row r="1"><c r="A1" s="1"><v>40241</v></c></row>`;
  const properties = "<workbookPr date1904='1'/>";

  const found = await read(await workbook({ rows, properties, styles: BUILT_IN }));

  expect(textsOf(found)).toEqual([[1, "2014-03-05"]]);
});

test("what Excel escapes is read as it was entered", async () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>LP 5_x0020_Main</t></is></c><c r="B1" t="s"><v>0</v></c>
    <c r="C1" t="str"><v>'00123456789</v></c><c r="D1" t="inlineStr"><is><t>Zero\u200bWidth\u00a0Al\u00adexis</t></is></c></row>`;
  const strings = "<si><t>12 Long Road_x000D_\nArouca</t></si>";

  const found = await read(await workbook({ rows, strings }));

  expect(textsOf(found)).toEqual([
    [1, "LP 5 Main", "12 Long Road\nArouca", "00123456789", "ZeroWidth Alexis"],
  ]);
});

const SHORTENED = "Excel shortened this number: format the column as text, and enter the number in full";
const FIFTEEN_DIGITS =
  "Excel keeps only 15 digits of a number: format the column as text, then enter the number in full";

test("a number that Excel shortened is said where it is", async () => {
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>2.01902E+11</t></is></c><c r="B1"><v>1234567890123456</v></c></row>`;
  const text = "Pin,Phone\n2.01902E+11,8,68556E+09\n1E5,2E1";

  expect(textsOf(await read(await workbook({ rows })))).toEqual([[1, SHORTENED, FIFTEEN_DIGITS]]);
  expect(textsOf(await read(Buffer.from(text.replace("8,6", "8.6"))))).toEqual([
    [1, "Pin", "Phone"],
    [2, SHORTENED, SHORTENED],
    [3, "1E5", "2E1"],
  ]);
});

test("a formula, an error and merged cells are said where they are", async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c></row>
    <row r="2"><c r="A2"><f>SUM(B1:B2)</f><v>3</v></c><c r="B2" t="e"><v>#REF!</v></c><c r="C2"><f>[1]Other!A1</f></c></row>
    <row r="3"><c r="A3" t="str"><v>a</v></c></row><row r="4"><c r="B4"><v>4</v></c></row>`;
  const afterRows = `<mergeCells><mergeCell ref="A3:A4"/></mergeCells>`;

  expect(textsOf(await read(await workbook({ rows, afterRows })))).toEqual([
    [1, "1"],
    [
      2,
      "formulas are not read: paste the value instead",
      "the cell holds the error #REF!",
      "formulas are not read: paste the value instead",
    ],
    [3, "A3:A4 are merged into one cell: unmerge them"],
    [4, "A3:A4 are merged into one cell: unmerge them", "4"],
  ]);
});

const TWO_SHEETS = (first: string) =>
  `<sheet name="Lists" sheetId="1" state="${first}" r:id="rId1"/><sheet name="Students" sheetId="2" r:id="rId2"/>`;
const A_CELL = (text: string) => `<row r="1"><c r="A1" t="str"><v>${text}</v></c></row>`;

test.each([
  ["visible", "Last year"],
  ["hidden", "This year"],
  ["veryHidden", "This year"],
])("the first sheet of a workbook is %s", async (state, text) => {
  const sheets = TWO_SHEETS(state);
  const book = { sheets, rows: A_CELL("Last year"), secondSheet: A_CELL("This year") };

  expect(textsOf(await read(await workbook(book)))).toEqual([[1, text]]);
});

test("rows that are only ruled are none, however many there are", async () => {
  const ruled = Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 2}"><c r="A${n + 2}" s="1"/></row>`);
  const rows = `${A_CELL("First Name")}${ruled.join("")}<row r="30000"><c r="A30000"><v>1</v></c></row>`;

  expect(textsOf(await read(await workbook({ rows })))).toEqual([
    [1, "First Name"],
    [30_000, "1"],
  ]);
});

/** Creates a sheet as the programs of a kind write it. */
function written(bookType: BookType): Buffer {
  const sheet = utils.aoa_to_sheet([
    ["First Name", "Born", "Pin"],
    ["Zoë’s", null, 12345678],
  ]);
  sheet["B2"] = { t: "n", v: 41703, z: "d/m/yyyy" };
  sheet["C2"] = { t: "n", v: 12345678, z: "00000000000" };
  sheet["A3"] = { t: "s", v: "one of two" };
  sheet["!ref"] = "A1:C4";
  sheet["!merges"] = [{ s: { r: 2, c: 0 }, e: { r: 3, c: 0 } }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Students");
  return write(book, { type: "buffer", bookType }) as Buffer;
}

test.each<BookType>(["xlsx", "xlsm", "biff8", "ods"])("a workbook is read as %s", async (bookType) => {
  expect(textsOf(await read(written(bookType)))).toEqual([
    [1, "First Name", "Born", "Pin"],
    [2, "Zoë’s", "2014-03-05", "00012345678"],
    [3, "A3:A4 are merged into one cell: unmerge them"],
  ]);
});

/** The record of `=1+2`, with 3 as its calculated value, in the fifth row. */
const FORMULA = Buffer.from("06001d00040000000f0000000000000008400000000000000700" + "1e01001e020003", "hex");
const END_OF_SHEET = Buffer.from("0a000000", "hex");

test("a formula of an old Excel is said where it is", async () => {
  const container = CFB.read(written("biff8"), { type: "buffer" });
  const stream = Buffer.from(CFB.find(container, "/Workbook").content as number[]);
  const end = stream.lastIndexOf(END_OF_SHEET);
  const changed = Buffer.concat([stream.subarray(0, end), FORMULA, stream.subarray(end)]);
  CFB.utils.cfb_add(container, "/Workbook", changed);

  const found = await read(CFB.write(container, { type: "buffer" }) as Buffer);

  expect(textsOf(found)).toContainEqual([5, "formulas are not read: paste the value instead"]);
});

const CELL = (text: string, more = "") =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;

test("a sheet of LibreOffice ends with a million empty rows", async () => {
  const born = `<table:table-cell office:value-type="date" office:date-value="2014-03-05T23:00:00"><text:p>5 Mar</text:p></table:table-cell>`;
  const empty = `<table:table-cell table:number-columns-repeated="16382"/>`;
  const found = await read(
    await openDocument(`<table:table table:name="S">
      <table:table-row>${CELL("First Name")}${CELL("Born")}${empty}</table:table-row>
      <table:table-row>${CELL("Zo<text:span>ë</text:span>")}${born}${empty}</table:table-row>
      <table:table-row><table:table-cell table:formula="of:=1+2" office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell></table:table-row>
      <table:table-row table:number-rows-repeated="1048573"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
      </table:table>`),
  );

  expect(textsOf(found)).toEqual([
    [1, "First Name", "Born"],
    [2, "Zoë", "2014-03-05"],
    [3, "formulas are not read: paste the value instead"],
  ]);
});

const HIDDEN_TABLE = `<style:style style:name="ta1"><style:table-properties table:display="false"/></style:style>`;

test.each([
  ["a ZIP of something else", () => zipOf({ "word/document.xml": "<w/>" }), /not a spreadsheet/],
  [
    "a text of LibreOffice",
    () => zipOf({ mimetype: "application/vnd.oasis.opendocument.text" }),
    /not a spreadsheet/,
  ],
  ["no XML", () => workbook({ others: { "xl/workbook.xml": "<workbook><row" } }), /incomplete/],
  [
    "a text that is named and missing",
    () => workbook({ rows: `<row><c t="s"><v>7</v></c></row>` }),
    /incomplete/,
  ],
  ["one that was cut off", async () => (await workbook({})).subarray(0, 200), /incomplete/],
  ["a binary workbook", async () => written("xlsb"), /binary workbook \(\.xlsb\): open it in Excel/],
  ["a workbook with a password", async () => compound("EncryptedPackage"), /locked with a password/],
  ["an old Word", async () => compound("WordDocument"), /not a spreadsheet/],
  [
    "a page named .xls",
    async () => Buffer.from("\uFEFF\n<html><table>"),
    /not a spreadsheet: open it in Excel/,
  ],
  [
    "XML of Excel 2003",
    async () => Buffer.from("<?xml version='1.0'?><Workbook/>", "utf16le"),
    /not a spreadsheet/,
  ],
  [
    "a workbook of hidden sheets",
    () => workbook({ sheets: `<sheet name="A" sheetId="1" state="hidden" r:id="rId1"/>` }),
    /Every sheet .* is hidden/,
  ],
  [
    "an OpenDocument of hidden sheets",
    () => openDocument(`<table:table table:name="A" table:style-name="ta1"></table:table>`, HIDDEN_TABLE),
    /Every sheet .* is hidden/,
  ],
  [
    "a quotation mark that is not closed",
    async () => Buffer.from('A,B\n"a,b\nc,d'),
    /quotation mark in row 2 .* not closed/,
  ],
  [
    "too many rows",
    () =>
      workbook({
        rows: Array.from({ length: 102 }, (_, n) => `<row r="${n + 1}"><c><v>1</v></c></row>`).join(""),
      }),
    /more than 100 rows/,
  ],
  ["too many lines", async () => Buffer.from("a\n".repeat(102)), /more than 100 rows/],
  ["an empty sheet", () => workbook({}), /empty/],
  ["lines of nothing", async () => Buffer.from(";;;\n".repeat(5_000)), /empty/],
])("%s is refused", async (_what, made, fault) => {
  expect(textsOf(await read(await made()))).toMatch(fault);
});

/** Encodes as Windows-1252, like Excel's CSV. */
const windows = (text: string) =>
  Buffer.from(
    text.replaceAll("’", "\x92").replaceAll("–", "\x96").replaceAll("Œ", "\x8c").replaceAll("Ž", "\x8e"),
    "latin1",
  );

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
    windows("René;O’Brien\nŒuvrard – Lot 5;Žofie"),
    [
      [1, "René", "O’Brien"],
      [2, "Œuvrard – Lot 5", "Žofie"],
    ],
  ],
  [
    "tabs in UTF-16",
    Buffer.from("\uFEFFa\tO’B\n\nc\td", "utf16le"),
    [
      [1, "a", "O’B"],
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
    "lines of an old Macintosh",
    Buffer.from("a,b\rc,d"),
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  ["a line that names the semicolon", Buffer.from("sep=;\r\na,b;c\r\n"), [[1, "a,b", "c"]]],
  [
    "a formula, and numbers that Excel keeps as texts",
    Buffer.from('a,b,c\n=1+1,\'0012,="0034"'),
    [
      [1, "a", "b", "c"],
      [2, "formulas are not read: enter the value instead", "0012", "0034"],
    ],
  ],
  [
    "more blank lines than rows are taken",
    Buffer.from(`a;b\nc;d\n${";\n".repeat(300)}e;f\n${"\u00a0;\u200b\n".repeat(300)}`),
    [
      [1, "a", "b"],
      [2, "c", "d"],
      [303, "e", "f"],
    ],
  ],
])("text in %s", async (_what, content, expected) => {
  expect(textsOf(await read(content))).toEqual(expected);
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
  ["'12 Main Street'", "''0012"],
  ["＝1+1", "＋868"],
  ["－1", "＠x"],
];

test("what is written as text is read as it was, and nothing of it calculates", async () => {
  const written = toDelimitedText(CALCULATED);

  const found = await read(written);

  expect(written.toString()).not.toMatch(/(^|,)"\s*[=+\-@＝＋－＠\t\r]/m);
  expect(textsOf(found)).toEqual(CALCULATED.map((cells, index) => [index + 1, ...cells]));
});

test("what is written as a workbook is read as it was, and no cell of it is a formula", async () => {
  // Stored fields begin with no tab and no line end, and XML has no carriage returns.
  const whole = CALCULATED.filter((cells) => !/[\t\r]/.test(cells.join("")));
  const [columns = [], ...rows] = whole;
  const data = { name: "Students", columns, rows };

  const { bytes } = await renderDocument({ kind: "import-table", format: "xlsx", data }, { owner: 1 });

  expect(textsOf(await read(bytes))).toEqual(whole.map((cells, index) => [index + 1, ...cells]));
});
