import { utils, write, type WorkBook } from "@e965/xlsx";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { parseSpreadsheet } from "#files/sheets/parse-sheet.server.ts";
import type { SpreadsheetReadingChoices } from "#files/sheets/sheet.ts";
import { fileOf } from "../file-of.ts";
import { openDocument, textsOf, workbook } from "./made-books.ts";

async function read(content: Uint8Array, choices: SpreadsheetReadingChoices = {}) {
  return parseSpreadsheet(await fileOf(content), { rows: 100 }, choices);
}

async function aboutOf(content: Uint8Array, choices: SpreadsheetReadingChoices = {}) {
  const found = await read(content, choices);
  if (!found.ok) throw new Error(found.fault);
  return found.about;
}

const NAMES = ["Siobhán;O’Brien", "Ruán;D'Abreu", "José;Villafaña", "Zoë;Núñez-Müller", "François;Gaëtan"];
const WITH_NAMES = ["First Name;Last Name", ...NAMES].join("\n");
/** These letters are not in the encoding of DOS. */
const OF_WINDOWS = `${WITH_NAMES}\nŒuvrard – Lot 5;Žofie\nSt. Mary’s;“Bel Air”`;

test.each<[string, string]>([
  ["utf-8", OF_WINDOWS],
  ["utf-16le", OF_WINDOWS],
  ["utf-16be", OF_WINDOWS],
  ["windows-1252", OF_WINDOWS],
  ["macintosh", WITH_NAMES],
  ["cp850", WITH_NAMES.replace("’", "'")],
  ...NAMES.slice(1).map((line) => ["macintosh", `First Name;Last Name\n${line}`] as [string, string]),
  ...NAMES.slice(1).map((line) => ["cp850", `First Name;Last Name\n${line}`] as [string, string]),
])("%s is told from the letters of %s", async (encoding, text) => {
  const found = await read(iconv.encode(text, encoding));

  expect(found.ok && found.about.encoding?.value).toBe(encoding);
  expect(textsOf(found)).toEqual(text.split("\n").map((line, place) => [place + 1, ...line.split(";")]));
});

test("the encoding has its evidence, and another can be chosen", async () => {
  const bytes = iconv.encode(WITH_NAMES, "windows-1252");

  expect((await aboutOf(bytes)).encoding?.evidence).toBe(
    "Row 2 reads Siobhán; with DOS (CP850) it would read Siobhßn.",
  );
  expect((await aboutOf(bytes, { encoding: "macintosh" })).encoding).toMatchObject({
    value: "macintosh",
    evidence: "You chose this encoding. Row 2 reads Siobh·n.",
  });
});

test("a broken byte is told with its row, and its cell is refused alone", async () => {
  const bytes = Buffer.concat([
    Buffer.from("First Name;Last Name\nZoë;Renée\nJos"),
    Buffer.from([0xe9]),
    Buffer.from(";Peña\n"),
  ]);

  const found = await read(bytes);

  expect(textsOf(found)).toEqual([
    [1, "First Name", "Last Name"],
    [2, "Zoë", "Renée"],
    [3, "a letter in this cell is damaged: enter the text again", "Peña"],
  ]);
  expect(found.ok && found.about.encoding?.evidence).toBe(
    "The file is UTF-8. 1 letter is damaged, in row 3.",
  );
});

test("letters of no encoding are refused with the one to save as", async () => {
  const bytes = Buffer.from(Array.from({ length: 200 }, (_, place) => 0x80 + ((place * 37) % 0x80)));

  expect(textsOf(await read(bytes))).toMatch(/save it as ‘CSV UTF-8’/);
});

test.each([
  [
    "a title above the headings",
    "Class list 1A, 2025-2026\n\na;b;c\nd;e;f",
    ";",
    "2 of the first 3 rows have 3 cells.",
  ],
  ["a comma in a value", 'a;b\n"x, y, z";c\n"x, y";d', ";", "3 of the first 3 rows have 2 cells."],
  ["bars", "a|b\nc|d", "|", "2 of the first 2 rows have 2 cells."],
  ["a line that names it", "sep=;\na,b;c", ";", "The first line of the file names the separator: sep=;"],
  ["one column", "a\nb", ",", "No separator was found, so each row has one cell."],
])("the separator, with %s", async (_what, text, value, evidence) => {
  expect((await aboutOf(Buffer.from(text))).separator).toMatchObject({ value, evidence });
});

test("another separator can be chosen", async () => {
  expect(textsOf(await read(Buffer.from("a;b,c\nd;e,f"), { separator: "," }))).toEqual([
    [1, "a;b", "c"],
    [2, "d;e", "f"],
  ]);
});

function bookOf(sheets: Record<string, string[][]>, hidden: readonly string[]): WorkBook {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const states = book.SheetNames.map((name) => ({
    name,
    Hidden: hidden.includes(name) ? (1 as const) : (0 as const),
  }));
  book.Workbook = { Sheets: states };
  return book;
}

const SHEETS = { Lists: [["Classes"]], Intake: [["First Name"], ["Zoë"]], Fees: [["Paid"]] };

test.each(["xlsx", "xls"] as const)(
  "the sheets of an %s are named, and another can be chosen",
  async (bookType) => {
    const book = bookOf(SHEETS, ["Lists"]);
    const bytes = write(book, { type: "buffer", bookType }) as Buffer;

    expect((await aboutOf(bytes)).sheet).toMatchObject({
      value: "Intake",
      evidence: `${bookType === "xls" ? "This is the first visible sheet." : "This sheet was open when the file was saved."} Sheets not read: the hidden sheet Lists, Fees.`,
    });
    const chosen = await read(bytes, { sheet: "Lists" });
    expect(textsOf(chosen)).toEqual([[1, "Classes"]]);
    expect(chosen.ok && chosen.about.sheet?.evidence).toBe(
      "You chose this sheet. Sheets not read: Intake, Fees.",
    );
  },
);

test("the sheet that was open is read", async () => {
  const sheets = `<sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId2"/>`;
  const others = {
    "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets}</sheets></workbook>`,
  };
  const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Here</t></is></c></row>`;

  expect((await aboutOf(await workbook({ rows, others }))).sheet).toMatchObject({
    value: "A",
    evidence: "This sheet was open when the file was saved. Sheets not read: B.",
  });
});

test("five sheets are named, and the others counted", async () => {
  const sheets = Object.fromEntries(Array.from({ length: 41 }, (_, place) => [`S${place}`, [["A"]]]));
  const bytes = write(bookOf(sheets, []), { type: "buffer", bookType: "xlsx" }) as Buffer;

  expect((await aboutOf(bytes)).sheet?.evidence).toBe(
    "This is the first visible sheet. Sheets not read: S1, S2, S3, S4, S5 and 35 others.",
  );
});

test("another visible sheet is read when the open one is blank", async () => {
  const blank = bookOf({ Lists: [["Classes"]], Start: [[" "]], Intake: [["First Name"], ["Zoë"]] }, [
    "Lists",
  ]);
  const bytes = write(blank, { type: "buffer", bookType: "xlsx" }) as Buffer;

  expect((await aboutOf(bytes)).sheet).toMatchObject({
    value: "Intake",
    evidence: "This is the first visible sheet with a list. Sheets not read: the hidden sheet Lists, Start.",
  });
  const alone = write(bookOf({ Lists: [["Classes"]], Start: [] }, ["Lists"]), {
    type: "buffer",
    bookType: "xlsx",
  }) as Buffer;
  expect(textsOf(await read(alone))).toBe("The file is empty. Choose a file that contains a list.");
});

test("hidden rows and columns are told, and read", async () => {
  const sheet = utils.aoa_to_sheet([
    ["A", "B", "C"],
    ["1", "2", "3"],
    ["4", "5", "6"],
  ]);
  sheet["!rows"] = [{}, { hidden: true }];
  // Excel often hides all columns to the right of a list.
  sheet["!cols"] = [{}, {}, ...Array.from({ length: 50 }, () => ({ hidden: true }))];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Students");
  const bytes = write(book, { type: "buffer", bookType: "xlsx", cellStyles: true }) as Buffer;

  const found = await read(bytes);

  expect(textsOf(found)).toHaveLength(3);
  expect(found.ok && [found.about.hiddenRows, found.about.hiddenColumns]).toEqual([[2], [2]]);
});

/** As LibreOffice writes it. */
const HIDING_TABLES = `
  <table:table table:name="Lists" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string" calcext:value-type="string"><text:p>Classes</text:p></table:table-cell></table:table-row></table:table>
  <table:table table:name="Fees &amp; dues" table:style-name="ta1"><table:table-row><table:table-cell office:value-type="string"><text:p>Paid</text:p></table:table-cell></table:table-row></table:table>
  <table:table table:name="Intake" table:style-name="ta1">
    <table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>
    ${["A", "B", "C"].map((text, place) => rowOf(text, place === 1 ? ` table:visibility="filter"` : "")).join("")}
    <table:table-row table:number-rows-repeated="1048570" table:visibility="collapse"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
  </table:table>`;
const TABLE_STYLES = [true, false]
  .map(
    (isShown, place) =>
      `<style:style style:name="ta${place + 1}" style:family="table"><style:table-properties table:display="${String(isShown)}"/></style:style>`,
  )
  .join("");

function rowOf(text: string, attributes: string): string {
  const cell = `<table:table-cell table:number-columns-repeated="3" office:value-type="string" calcext:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  return `<table:table-row${attributes}>${cell}</table:table-row>`;
}

test("hidden sheets, rows and columns of an OpenDocument are told", async () => {
  const found = await read(await openDocument(HIDING_TABLES, TABLE_STYLES));
  const chosen = await read(await openDocument(HIDING_TABLES, TABLE_STYLES), { sheet: "Intake" });

  expect(found.ok && found.about.sheet).toMatchObject({
    value: "Fees & dues",
    evidence: "This is the first visible sheet. Sheets not read: the hidden sheet Lists, Intake.",
  });
  expect(textsOf(chosen)).toHaveLength(3);
  expect(chosen.ok && [chosen.about.hiddenRows, chosen.about.hiddenColumns]).toEqual([[2], [2]]);
});

test("the sheet of an OpenDocument that was open is read", async () => {
  const settings = `<config:config-item config:name="ActiveTable" config:type="string">Intake</config:config-item>`;

  const found = await read(await openDocument(HIDING_TABLES, TABLE_STYLES, settings));

  expect(found.ok && found.about.sheet?.value).toBe("Intake");
});

test.each([
  ["text", (row: string[]) => Buffer.from(`${row.join(";")}\n${row.join(";")}`)],
  [
    "a workbook",
    (row: string[]) => write(bookOf({ A: [row, row] }, []), { type: "buffer", bookType: "xlsx" }) as Buffer,
  ],
])("columns beyond the two hundredth are told, in %s", async (_what, bytes) => {
  const columns = (count: number) => Array.from({ length: count }, (_, place) => `C${place}`);

  expect((await aboutOf(bytes([...columns(200), "", ""]))).isCut).toBe(false);
  expect((await aboutOf(bytes(columns(300)))).isCut).toBe(true);
});
