import { utils, write, type BookType, type WorkSheet } from "@e965/xlsx";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { parseSpreadsheet } from "#files/sheets/parse-sheet.server.ts";
import { fileOf } from "../file-of.ts";
import { openDocument, stylesOf, textsOf, workbook, zipOf } from "./made-books.ts";

/** Inputs that resemble the files in the bug reports of other programs: for each kind of fault, several neighbours. */

async function read(content: Uint8Array) {
  return textsOf(await parseSpreadsheet(await fileOf(content), { rows: 100 }));
}

const SHORTENED = "Excel shortened this number: format the column as text, and enter the number in full";
const TEXT_FORMULA = "formulas are not read: enter the value instead";

test.each<[string, Buffer, unknown]>([
  // Letters of Windows, saved by Excel.
  [
    "curly quotes alone, without an accent",
    iconv.encode("Name,Nick\nKeziah,“Kez”\nAdé’s mum,‘Dee’", "windows-1252"),
    [
      [1, "Name", "Nick"],
      [2, "Keziah", "“Kez”"],
      [3, "Adé’s mum", "‘Dee’"],
    ],
  ],
  [
    "an ellipsis and a long dash",
    iconv.encode("Name;Remark\nAli;waits…\nBest;left — moved", "windows-1252"),
    [
      [1, "Name", "Remark"],
      [2, "Ali", "waits…"],
      [3, "Best", "left — moved"],
    ],
  ],
  [
    "names in capitals",
    iconv.encode("Last Name;First Name\nNÚÑEZ;JOSÉ\nÉLOI;ZOË", "windows-1252"),
    [
      [1, "Last Name", "First Name"],
      [2, "NÚÑEZ", "JOSÉ"],
      [3, "ÉLOI", "ZOË"],
    ],
  ],
  [
    "the end of a file of DOS",
    Buffer.concat([iconv.encode("Name\r\nJosé\r\n", "cp850"), Buffer.from([0x1a])]),
    [
      [1, "Name"],
      [2, "José"],
    ],
  ],
  [
    "UTF-8 that was cut in the middle of its last letter",
    Buffer.from("Name\nZoë\nRenée\nJosé").subarray(0, -1),
    [
      [1, "Name"],
      [2, "Zoë"],
      [3, "Renée"],
      [4, "a letter in this cell is damaged: enter the text again"],
    ],
  ],
  // Blank lines.
  [
    "lines of spaces and of quoted nothing",
    Buffer.from(`a,b\nc,d\n${'"","  "\n'.repeat(300)}`),
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  [
    "blank lines before the headings",
    Buffer.from(`${",\n".repeat(120)}a,b\nc,d\n`),
    [
      [121, "a", "b"],
      [122, "c", "d"],
    ],
  ],
  [
    "tabs alone, in UTF-16",
    Buffer.from(`\uFEFFa\tb\r\nc\td\r\n${"\t\t\r\n".repeat(200)}`, "utf16le"),
    [
      [1, "a", "b"],
      [2, "c", "d"],
    ],
  ],
  // Excel's apostrophe and other signs for text.
  [
    "an apostrophe before a phone and a date",
    Buffer.from("Phone,Born\n'868 555 0127,'05/03/2014"),
    [
      [1, "Phone", "Born"],
      [2, "868 555 0127", "05/03/2014"],
    ],
  ],
  [
    "an apostrophe that belongs to the name",
    Buffer.from("Name,Short\n'Abd Allah,'t Hooft"),
    [
      [1, "Name", "Short"],
      [2, "'Abd Allah", "'t Hooft"],
    ],
  ],
  [
    "a text in =" + '"…" within quotation marks',
    Buffer.from('Pin,Phone\n"=""00123456789""","=""5550127"""'),
    [
      [1, "Pin", "Phone"],
      [2, "00123456789", "5550127"],
    ],
  ],
  [
    "a formula behind a space",
    Buffer.from("a,b\n =A1+1,x"),
    [
      [1, "a", "b"],
      [2, TEXT_FORMULA, "x"],
    ],
  ],
  // Shortened numbers.
  [
    "numbers shortened with a comma, in small letters and without decimals",
    Buffer.from("a;b;c\n1,14031E+10;1.14e+10;1E+11"),
    [
      [1, "a", "b", "c"],
      [2, SHORTENED, SHORTENED, SHORTENED],
    ],
  ],
  // Invisible characters.
  [
    "a byte order mark in the second line and a word joiner",
    Buffer.from("a,b\n\uFEFFAli,Ke\u2060ziah"),
    [
      [1, "a", "b"],
      [2, "Ali", "Keziah"],
    ],
  ],
  [
    "narrow and figure spaces",
    Buffer.from("a,b\nDe\u202fLa Rosa,555\u20070127"),
    [
      [1, "a", "b"],
      [2, "De La Rosa", "555 0127"],
    ],
  ],
  [
    "marks of direction around a name",
    Buffer.from("a\n\u200eAli\u200f"),
    [
      [1, "a"],
      [2, "Ali"],
    ],
  ],
  // Separators and rows.
  [
    "sep= with a tab, in UTF-16",
    Buffer.from("\uFEFFsep=\t\r\na;b\tc\r\nd\te\r\n", "utf16le"),
    [
      [1, "a;b", "c"],
      [2, "d", "e"],
    ],
  ],
  [
    "sep= in capitals, ended by a Macintosh",
    Buffer.from("SEP=;\ra;b,c\rd;e"),
    [
      [1, "a", "b,c"],
      [2, "d", "e"],
    ],
  ],
  [
    "decimal commas between semicolons",
    Buffer.from("Name;Mark\nAli;7,5\nBest;8,25"),
    [
      [1, "Name", "Mark"],
      [2, "Ali", "7,5"],
      [3, "Best", "8,25"],
    ],
  ],
  [
    "a line break within quotation marks",
    Buffer.from('Name,Address\nAli,"12 Long Road\nArouca"\nBest,x'),
    [
      [1, "Name", "Address"],
      [2, "Ali", "12 Long Road\nArouca"],
      [3, "Best", "x"],
    ],
  ],
  // Other formats under the name of a spreadsheet.
  [
    "a page with a declaration",
    Buffer.from("<?xml version='1.0'?><html/>"),
    expect.stringContaining("not a spreadsheet"),
  ],
  ["a text of Word's", Buffer.from("{\\rtf1\\ansi Name}"), expect.stringContaining("not a spreadsheet")],
  [
    "data of a program",
    Buffer.from('{"students":[{"name":"Ali"}]}'),
    expect.stringContaining("not a spreadsheet"),
  ],
  [
    "a mail with a page",
    Buffer.from("MIME-Version: 1.0\nContent-Type: multipart/related\n\n<html>"),
    expect.stringContaining("not a spreadsheet"),
  ],
])("text with %s", async (_what, content, expected) => {
  expect(await read(content)).toEqual(expected);
});

test.each<[string, number, string, string]>([
  ["seven digits with a hyphen", 50127, "000\\-0000", "005-0127"],
  ["as many zeros as a pin has", 12345678, '"PIN "00000000000', "12345678"],
  ["thousands", 1234567, "#,##0", "1234567"],
  ["a sign before the zeros", -5, "000", "-5"],
  ["a date of Excel's short form in the United States", 41703, "m/d/yyyy", "2014-03-05"],
  ["a date with the weekday in front", 41703, "dddd d mmmm yyyy", "2014-03-05"],
  ["a month and a year", 41703, "mmm-yy", "2014-03-05"],
  ["a date of a German Excel", 41703, "[$-407]dd.mm.yyyy", "2014-03-05"],
  ["hours above 24", 0.75, "[h]:mm", "18:00"],
  ["accounting", 12.5, "_-* #,##0.00_-;-* #,##0.00_-", "12.5"],
  ["a colour", 7, "[Red]0;[Blue]-0", "7"],
])("a number shown with the format of %s", async (_what, value, format, expected) => {
  const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
  const styles = stylesOf(["General", format.replaceAll('"', "&quot;")]);

  expect(await read(await workbook({ rows, styles }))).toEqual([[1, expected]]);
});

test.each<[string, string, string]>([
  ["a tab and a line feed", "Lot 5_x0009_Main_x000A_Road", "Lot 5\tMain\nRoad"],
  ["an underscore that was escaped", "a_x005F_x000D_b", "a_x000D_b"],
  ["capitals and small letters", "12_x002d_14 Road", "12-14 Road"],
  ["what is no escape", "FORM_x1_A", "FORM_x1_A"],
])("an escaped text with %s", async (_what, text, expected) => {
  const inline = `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c><c r="B1" t="s"><v>0</v></c></row>`;

  expect(await read(await workbook({ rows: inline, strings: `<si><t>${text}</t></si>` }))).toEqual([
    [1, expected, expected],
  ]);
});

const BOOK_TYPES: BookType[] = ["xlsx", "biff8", "ods"];

function bookWith(
  sheets: readonly [string, WorkSheet, 0 | 1 | 2][],
  bookType: BookType,
  is1904 = false,
): Buffer {
  const book = utils.book_new();
  for (const [name, sheet] of sheets) utils.book_append_sheet(book, sheet, name);
  book.Workbook = {
    Sheets: sheets.map(([name, , Hidden]) => ({ name, Hidden })),
    WBProps: { date1904: is1904 },
  };
  return write(book, { type: "buffer", bookType, cellStyles: true }) as Buffer;
}

const sheetOf = (cells: (string | number)[][]) => utils.aoa_to_sheet(cells);

test.each(BOOK_TYPES.slice(0, 2))(
  "a very hidden sheet between visible ones is passed over in %s",
  async (bookType) => {
    const lists = sheetOf([["Lists"]]);
    const list = sheetOf([["First Name"], ["Zoë"]]);
    const sheets: [string, WorkSheet, 0 | 1 | 2][] = [
      ["Cover", sheetOf([]), 0],
      ["Last year", lists, 2],
      ["Intake", list, 0],
      ["Codes", lists, 1],
    ];

    expect(await read(bookWith(sheets, bookType))).toEqual([
      [1, "First Name"],
      [2, "Zoë"],
    ]);
  },
);

test("two hidden rows beside one another and a hidden first column are told", async () => {
  const sheet = sheetOf([
    ["ID", "Name"],
    ["1", "Ali"],
    ["2", "Best"],
    ["3", "Cox"],
  ]);
  sheet["!rows"] = [{}, { hidden: true }, { hidden: true }];
  sheet["!cols"] = [{ hidden: true }, {}];

  const found = await parseSpreadsheet(await fileOf(bookWith([["A", sheet, 0]], "xlsx")), {
    rows: 100,
  });

  expect(found.ok && [found.rows.length, found.about.hiddenRows, found.about.hiddenColumns]).toEqual([
    3,
    [2, 3],
    [0],
  ]);
});

test.each(BOOK_TYPES)(
  "gaps between rows and columns keep every cell in its place in %s",
  async (bookType) => {
    const sheet = sheetOf([["a", "b", "c"]]);
    utils.sheet_add_aoa(sheet, [["x"]], { origin: "C9" });
    utils.sheet_add_aoa(sheet, [["y"]], { origin: "A50" });

    expect(await read(bookWith([["A", sheet, 0]], bookType))).toEqual([
      [1, "a", "b", "c"],
      [9, "", "", "x"],
      [50, "y"],
    ]);
  },
);

test.each(["xlsx", "biff8"] as const)("error cells say which error they hold in %s", async (bookType) => {
  const sheet = sheetOf([
    ["a", "b"],
    ["", ""],
  ]);
  sheet["A2"] = { t: "e", v: 0x2a };
  sheet["B2"] = { t: "e", v: 0x07 };

  expect(await read(bookWith([["A", sheet, 0]], bookType))).toEqual([
    [1, "a", "b"],
    [2, "the cell holds the error #N/A", "the cell holds the error #DIV/0!"],
  ]);
});

test("a shared formula, an array formula and one that gives a text are said where they are", async () => {
  const rows = `<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1+1</f><v>3</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>
    <row r="2"><c r="A2"><f t="shared" si="0"/><v>4</v></c><c r="B2"><f t="array" ref="B2">SUM(A1:A2)</f><v>7</v></c></row>`;
  const fault = "formulas are not read: paste the value instead";

  expect(await read(await workbook({ rows }))).toEqual([
    [1, fault, fault],
    [2, fault, fault],
  ]);
});

test.each<[string, string, string]>([
  ["phonetic parts alone", `<si><t>Zoë</t><phoneticPr fontId="1"/></si>`, "Zoë"],
  ["spaces that are kept", `<si><t xml:space="preserve"> De La </t></si>`, " De La "],
  [
    "several parts with properties",
    `<si><r><rPr><b/></rPr><t>Anne</t></r><r><t>-Marie</t></r></si>`,
    "Anne-Marie",
  ],
  ["characters by number", `<si><t>Zo&#235; &#x26; Co</t></si>`, "Zoë & Co"],
  ["a section of characters", `<si><t><![CDATA[A & B]]></t></si>`, "A & B"],
])("a shared text with %s", async (_what, strings, expected) => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`;

  expect(await read(await workbook({ rows, strings }))).toEqual([[1, expected]]);
});

test.each<[string, number, string]>([
  ["the first day", 1, "1904-01-02"],
  ["a leap day", 39506, "2012-02-29"],
  ["a day with a time", 40241.99, "2014-03-05"],
])("in a workbook that counts from 1904, %s", async (_what, value, expected) => {
  const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;

  expect(
    await read(
      await workbook({
        rows,
        properties: `<workbookPr date1904="true"/>`,
        styles: stylesOf(["General", "d/m/yyyy"]),
      }),
    ),
  ).toEqual([[1, expected]]);
});

test("an OpenDocument without the part of the styles is read", async () => {
  const bytes = await zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": "<manifest:manifest/>",
    "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="List"><table:table-row><table:table-cell office:value-type="string"><text:p>Zoë</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
  });

  expect(await read(bytes)).toEqual([[1, "Zoë"]]);
});

test("an OpenDocument that Google Sheets wrote is read, and a text of LibreOffice with a table in it is none", async () => {
  const table = `<table:table table:name="List"><table:table-row><table:table-cell office:value-type="string"><text:p>First Name</text:p></table:table-cell></table:table-row></table:table>`;
  const text = "application/vnd.oasis.opendocument.text";

  expect(await read(await openDocument(table, "", "", false))).toEqual([[1, "First Name"]]);
  expect(
    await read(
      await zipOf({
        mimetype: text,
        "META-INF/manifest.xml": `<m>${text}</m><m>application/vnd.oasis.opendocument.spreadsheet</m>`,
        "content.xml": table,
      }),
    ),
  ).toEqual(expect.stringContaining("not a spreadsheet"));
});
