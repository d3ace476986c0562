import readSpreadsheet from "read-excel-file/node";
import { expect, test } from "vitest";
import { createListPrinters } from "#templates/lists.ts";
import { awkwardNames } from "./samples/names.ts";
import {
  contacts,
  feeding,
  listOf,
  named,
  registration,
  staff,
  statistics,
  students,
} from "./list-documents.ts";
import { partsOf } from "./zip-reader.ts";
import type { ListDocument } from "#templates/list/data.ts";

const HEAD_ROWS = 5;
const FORMULAS = ["=SUM(A1:A9)", "+1", "-1", "@SUM(1)", "\t=1+1", "\r=1+1"];
const STATISTICS = statistics(2, ["Anglican", "None"]);
const print = createListPrinters((data: ListDocument) => data);

test("a worksheet has names as text, days as days and what is not known in words, under the school and the class", async () => {
  const rows = [...named(["Alleyne, Kiara"]), { name: "Bachan, Rohan", born: null }];
  const [sheet] = await sheetsOf(listOf({ groups: [{ title: "", rows }] }));

  expect(sheet?.data[0]).toEqual(["Poui Hill Government Primary School", null, null]);
  expect(sheet?.data[2]?.[0]).toBe("Standard 4, Mrs. A. Ramkissoon, Mr. J. Sealy");
  expect(sheet?.data[3]?.[0]).toBe("35\u00a0students, printed 2 Jul 2026");
  expect(sheet?.data.slice(HEAD_ROWS - 1)).toEqual([
    ["#", "Name", "Date of birth"],
    [1, "Alleyne, Kiara", new Date("2016-05-04")],
    [2, "Bachan, Rohan", "not recorded"],
  ]);
});

test("no text is a formula, whatever it begins with, in a name, a band, a note or the school's name", async () => {
  const list = listOf({
    groups: FORMULAS.map((title) => ({ title, aside: title, rows: named([title], { born: title }) })),
  });
  const [school = ""] = FORMULAS;
  const parts = partsOf(
    (await print.xlsx({ ...list, school: { ...list.school, name: school }, notes: FORMULAS })).bytes,
  );

  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const formats = [
    ...(/<cellXfs[\s\S]*<\/cellXfs>/.exec(parts.get("xl/styles.xml") ?? "")?.[0].matchAll(/<xf ([^>]*)>/g) ??
      []),
  ];
  const text = /numFmtId="(\d+)" formatCode="@"/.exec(parts.get("xl/styles.xml") ?? "")?.[1];
  const cells = [...sheet.matchAll(/<c r="\w+" s="(\d+)" t="s"/g)];
  expect(sheet).not.toContain("<f>");
  expect(cells.length).toBeGreaterThan(4 * FORMULAS.length);
  for (const [, style] of cells) expect(formats[Number(style)]?.[1]).toContain(`numFmtId="${text}"`);
});

test("sums are formulas over the rows they add up, each with its value, and nothing is counted twice", async () => {
  const parts = partsOf((await print.xlsx(STATISTICS)).bytes);
  const [sheet] = await sheetsOf(STATISTICS);

  const xml = parts.get("xl/worksheets/sheet1.xml") ?? "";
  const formula = (cell: string) =>
    new RegExp(`<c r="${cell}"[^>]*><f>([^<]*)</f><v>([^<]*)</v>`).exec(xml)?.slice(1);
  const all = sheet?.data.slice(HEAD_ROWS + 1).map((row) => row.at(-1));
  expect(formula("F7")).toEqual(["SUBTOTAL(9,F8:F9)", "58"]);
  expect(formula("F10")).toEqual(["SUBTOTAL(9,F11:F12)", "58"]);
  expect(formula("F13")).toEqual(["SUBTOTAL(9,F7:F12)", "116"]);
  expect(xml.match(/<f>/g)).toHaveLength(15);
  expect(all?.slice(0, 7)).toEqual([58, 29, 29, 58, 29, 29, 116]);
  expect(parts.get("xl/workbook.xml")).toContain('<calcPr fullCalcOnLoad="1"/>');
});

test("the sum of a group stands after its rows where it has a band", async () => {
  const list = registration({ "Std 1 A": [29, 29], "Std 1 S": [29, 23] });
  const tables = list.tables.map((table) => ({
    ...table,
    subtotal: "In all",
    groups: ["Standard 1", "Standard 2"].map((title) => ({
      title,
      rows: table.groups.flatMap(({ rows }) => [...rows]),
    })),
  }));
  const xml = partsOf((await print.xlsx({ ...list, tables })).bytes).get("xl/worksheets/sheet1.xml") ?? "";

  const formulas = [...xml.matchAll(/<c r="B(\d+)"[^>]*><f>([^<]*)<\/f><v>(\d+)/g)].map(
    ([, ...formula]) => formula,
  );
  expect(formulas).toEqual([
    ["9", "SUBTOTAL(9,B7:B8)", "58"],
    ["13", "SUBTOTAL(9,B11:B12)", "58"],
    ["14", "SUBTOTAL(9,B6:B13)", "116"],
  ]);
});

test("head rows and the names stay in sight, are printed on each page, and lie across when they are wide", async () => {
  const wide = partsOf((await print.xlsx(staff({ Principal: 1 }))).bytes);
  const narrow = partsOf((await print.xlsx(STATISTICS)).bytes);

  const sheet = wide.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toMatch(/<pane [^>]*ySplit="5" xSplit="2"/);
  expect(sheet).toMatch(/<pageSetup [^>]*orientation="landscape" fitToWidth="1" fitToHeight="0"/);
  expect(sheet).toContain("Page &amp;P of &amp;N");
  expect(wide.get("xl/workbook.xml")).toContain("'Staff list'!$1:$5</definedName>");
  expect(narrow.get("xl/worksheets/sheet1.xml")).toMatch(/<pageSetup [^>]*orientation="portrait"/);
  expect(narrow.get("xl/workbook.xml")).toContain("'Religion statistics'!$1:$6</definedName>");
});

test("each table of a document is a worksheet of its own, blocks below each other", async () => {
  const sheets = await sheetsOf({
    ...feeding([3, 2]),
    title: "A title of more than thirty-one letters: [1/2]",
  });

  const [, blocks] = sheets;
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    "A title of more than thirty-one",
    "A title of more than thirty-o 2",
  ]);
  expect(blocks?.data.slice(HEAD_ROWS).map((row) => row.slice(0, 2))).toEqual([
    ["Std 1 A, Ms. K. Baptiste", null],
    [1, "Alleyne, Kiara 1"],
    [2, "Bachan, Rohan 2"],
    [3, "Balgobin, Tara 3"],
    ["Std 1 S, Ms. K. Baptiste", null],
    [1, "Alleyne, Kiara 1"],
    [2, "Bachan, Rohan 2"],
  ]);
});

test("lines that belong together are rows of their own", async () => {
  const [sheet] = await sheetsOf(contacts(["Alleyne, Kiara"]));

  expect(sheet?.data.slice(HEAD_ROWS)).toEqual([
    [1, "Alleyne, Kiara\n14 Samaan Trace, Poui Hill", "Neighbour", "Iris Joseph", "555 0133", null, null],
    [null, null, "Mother", "Patrice Alexander", "555 0121", "555 0117", null],
    [null, null, "Father", "Curtis Alexander", null, "555 0118", null],
  ]);
});

test("for Word a list has every name, its head on each page and rows that are not parted", async () => {
  const { bytes } = await print.docx(
    listOf({ groups: [{ title: "", rows: named([...awkwardNames, ...students(60)]) }] }),
  );

  const document = partsOf(bytes).get("word/document.xml") ?? "";
  const text = textOf(document);
  const rows = document.match(/<w:tr>/g) ?? [];
  for (const name of awkwardNames)
    expect(text).toContain(name.normalize("NFC").replaceAll("\u202f", "\u00a0"));
  expect(document.match(/<w:tblHeader\/>/g)).toHaveLength(1);
  expect(document.match(/<w:cantSplit\/>/g)).toHaveLength(rows.length);
  expect(text).toContain("Standard 4");
  expect(partsOf(bytes).get("word/footer1.xml")).toContain("printed 2 Jul 2026");
});

test("for Word a wide list lies across, and a band keeps with the row under it", async () => {
  const document =
    partsOf((await print.docx(staff({ Principal: 1, "Teacher I": 3 }))).bytes).get("word/document.xml") ?? "";

  expect(document).toMatch(/<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/);
  expect(document.match(/<w:keepNext\/>/g)).toHaveLength(2);
  expect(textOf(document)).toContain("Teacher I  3");
});

test("for Word and for a worksheet, bars are left out and a list of nobody says so", async () => {
  const bars = registration({ "Std 1 A": [29, 23] });
  const empty = listOf({ groups: [{ title: "Std 1", rows: [] }] });

  const [sheet] = await sheetsOf(bars);
  const [nobody] = await sheetsOf(empty);
  expect(sheet?.data[HEAD_ROWS - 1]).toEqual(["Class", "Enrolled", "To register"]);
  expect(textOf(partsOf((await print.docx(bars)).bytes).get("word/document.xml") ?? "")).not.toContain(
    "Registered",
  );
  expect(nobody?.data[HEAD_ROWS]?.[0]).toBe("No Data Available");
  expect(textOf(partsOf((await print.docx(empty)).bytes).get("word/document.xml") ?? "")).toContain(
    "No Data Available",
  );
});

async function sheetsOf(list: ListDocument) {
  return readSpreadsheet(Buffer.from((await print.xlsx(list)).bytes));
}

function textOf(document: string): string {
  return document
    .replace(/<\/w:p>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&");
}
