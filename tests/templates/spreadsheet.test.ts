import readSpreadsheet from "read-excel-file/node";
import { expect, test } from "vitest";
import { samples } from "./samples/mark-sheet.ts";
import { textCell } from "#templates/parts/sheet/cells.ts";
import { printWorksheets } from "#templates/parts/sheet/print-sheet.ts";
import { render } from "#templates/render.ts";
import { partsOf } from "./zip-reader.ts";
import type { MarkSheet } from "#templates/mark-sheet/data.ts";

const HEAD_ROWS = 5;
const FORMULAS = ["=SUM(A1:A9)", "+1", "-1", "@SUM(1)", "=cmd|' /C calc'!A0", "\t=1+1"];

test("marks, percentages and places are numbers, names are text", async () => {
  const rows = await rowsOf("half marks and other maxima");

  const [first, second] = rows.slice(HEAD_ROWS);

  expect(rows[HEAD_ROWS - 1]).toEqual(["#", "Name", "Max Mark", "Mark", "%", "Grade"]);
  expect(first).toEqual([1, "Alleyne, Kiara", 20, 18, 90, "A"]);
  expect(second).toEqual([2, "Bachan, Rohan", 20, 11.5, 58, "R"]);
});

test("who has no mark has a word or an empty cell in its place", async () => {
  const rows = await rowsOf("typical");

  const students = rows.slice(HEAD_ROWS);

  expect(students[8]).toEqual([9, "Deonarine, Maya", 50, "Absent", null, null]);
  expect(students[24]).toEqual([25, "Mohan, Divya", 50, "No work", null, null]);
  expect(students[30]).toEqual([31, "Regis, Josué", 50, null, null, null]);
  expect(students[35]).toEqual([null, "Class mean", null, 41.5, 83, null]);
});

test("school, class and teacher stand on top, the students in the same order as on paper", async () => {
  const rows = await rowsOf("typical");

  const names = rows.slice(HEAD_ROWS, HEAD_ROWS + 35).map(([, name]) => name);

  expect(rows[0]?.[0]).toBe("Poui Hill Government Primary School");
  expect(rows[2]?.[0]).toBe("Mathematics, Standard 4, Mrs. A. Ramkissoon");
  expect(rows[3]?.[0]).toBe("Fortnightly Test 2, 22 May 2026, marks out of 50, printed 2 Jul 2026");
  expect(names).toEqual(sample("typical").students.map(({ name }) => name));
});

test("a sheet of nobody says that there is no data", async () => {
  const rows = await rowsOf("no students");

  expect(rows[HEAD_ROWS]?.[0]).toBe("No Data Available");
});

test("a blank sheet has its boxes empty", async () => {
  const rows = await rowsOf("blank");

  expect(rows[HEAD_ROWS]).toEqual([1, "Alleyne, Kiara", null, null, null, null]);
});

test.each(FORMULAS)("%j never becomes a formula", async (text) => {
  const { bytes } = await printWorksheets([
    {
      name: "Names",
      head: [[textCell("Name")]],
      rows: [[textCell(text)]],
      widths: [20],
      frozenColumns: 0,
      orientation: "portrait",
      foot: text,
    },
  ]);

  const parts = partsOf(bytes);
  const cell = /<c r="A2"[^>]*>/.exec(parts.get("xl/worksheets/sheet1.xml") ?? "")?.[0];
  const [sheet] = await readSpreadsheet(Buffer.from(bytes));
  expect(cell).toContain('t="s"');
  expect([...parts.values()].join("")).not.toMatch(/<f[ >]/);
  expect(parts.get("xl/styles.xml")).toContain('formatCode="@"');
  expect(sheet?.data[1]).toEqual([text.replace("\t", " ").trim()]);
});

test("every text of people is in a cell of the Text format, so that editing it makes no formula either", async () => {
  const parts = partsOf(
    (await render({ kind: "mark-sheet", format: "xlsx", data: sample("longest names") })).bytes,
  );
  const styles = parts.get("xl/styles.xml") ?? "";
  const text = /numFmtId="(\d+)" formatCode="@"/.exec(styles)?.[1];
  const formats = [...(/<cellXfs[\s\S]*<\/cellXfs>/.exec(styles)?.[0].matchAll(/<xf ([^>]*)>/g) ?? [])];

  const cells = [...(parts.get("xl/worksheets/sheet1.xml") ?? "").matchAll(/<c r="\w+" s="(\d+)" t="s"/g)];

  expect(cells.length).toBeGreaterThan(20);
  for (const [, style] of cells) expect(formats[Number(style)]?.[1]).toContain(`numFmtId="${text}"`);
});

test("head rows stay in sight and are printed on every page, as wide as an A4 page", async () => {
  const parts = partsOf(
    (await render({ kind: "mark-sheet", format: "xlsx", data: sample("typical") })).bytes,
  );

  const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";

  expect(sheet).toMatch(/<pane [^>]*ySplit="5"/);
  expect(sheet).toMatch(/<pane [^>]*xSplit="2"/);
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toMatch(/<pageSetup [^>]*paperSize="9"[^>]*fitToWidth="1" fitToHeight="0"/);
  expect(sheet).toContain("Page &amp;P of &amp;N");
  expect(parts.get("xl/workbook.xml")).toContain(
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">\'Mark sheet\'!$1:$5</definedName>',
  );
});

async function rowsOf(name: string) {
  const { bytes } = await render({ kind: "mark-sheet", format: "xlsx", data: sample(name) });
  const [sheet] = await readSpreadsheet(Buffer.from(bytes));
  return sheet?.data ?? [];
}

function sample(name: string): MarkSheet {
  const sheet = samples[name];
  if (sheet === undefined) throw new Error(`There is no sample ${name}.`);
  return sheet;
}
