import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { parsePastedCells } from "#domain/text/pasted-cells.ts";
import { limitedMarkField } from "#fields/numbers.ts";
import { formatMarkSheetValues } from "#features/mark-sheet/row/sheet-values.rules.ts";
import { toMarkSheetColumns } from "#features/mark-sheet/sheet/columns.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import { findPasteOrderQuestion, planPaste } from "#features/mark-sheet/bulk/paste/paste-plan.rules.ts";
import { parsePasteTable } from "#features/mark-sheet/bulk/paste/paste-table.rules.ts";
import type { CurrentMarkSheetRow } from "#features/mark-sheet/bulk/tasks.ts";

const rules: MarkRules = {
  testId: 2,
  kind: "marks",
  workRatings: false,
  grading: DEFAULT_GRADING,
  criteria: [],
};
const parts = formatMarkSheetValues(toMarkSheetColumns({ rules }));
const column = { field: "mark", kind: limitedMarkField(100), maxMark: 100, rules };
const blank = { attendance: 1, mark: null };
const rows: CurrentMarkSheetRow[] = [
  rowNow("1", "Alexander, Keziah", { values: { attendance: 1, mark: 64 }, phase: "saved" }),
  rowNow("2", "Ali, Rayhaan"),
  rowNow("3", "Baptiste, Jaheim", { values: { attendance: 2, mark: null }, phase: "saved" }),
  rowNow("4", "Charles, Zaria", { values: { attendance: 1, mark: 70 }, phase: "changed" }),
  rowNow("5", "Pierre, Ana"),
  rowNow("6", "Pierre, Ana"),
];

test.each<{ title: string; text: string; startRow?: string; written: string[]; leftOut: string[] }>([
  {
    title: "a column goes down from the first row",
    text: "72\n65",
    written: ["Alexander, Keziah 64 > 72", "Ali, Rayhaan blank > 65"],
    leftOut: [],
  },
  {
    title: "a column goes down from the row in hand",
    text: "abs\n80",
    startRow: "2",
    written: ["Ali, Rayhaan blank > Abs", "Baptiste, Jaheim Abs > 80"],
    leftOut: [],
  },
  {
    title: "a blank cell clears nothing, and holds its place",
    text: "\n65\nnw",
    written: ["Ali, Rayhaan blank > 65", "Baptiste, Jaheim Abs > NW"],
    leftOut: ["1 blank cell | nothing is cleared"],
  },
  {
    title: "a cell that is no mark holds its place",
    text: "exam missed\n120\n65",
    written: ["Baptiste, Jaheim Abs > 65"],
    leftOut: [
      "Alexander, Keziah: exam missed | not a mark",
      "Ali, Rayhaan: 120 | the mark must be from 0 to 100",
    ],
  },
  {
    title: "a line above the names that is nobody's",
    text: "Mid-Term\t14/10/2026\nAli, Rayhaan\t72\nAlexander, Keziah\t65",
    written: ["Ali, Rayhaan blank > 72", "Alexander, Keziah 64 > 65"],
    leftOut: ["Mid-Term 14/10/2026 | used as the heading"],
  },
  {
    title: "marks without a row are told",
    text: "72\n65",
    startRow: "6",
    written: ["Pierre, Ana blank > 72"],
    leftOut: ["65 | the mark sheet has no student left for this line"],
  },
  {
    title: "a row that a colleague changed is decided first, and one that says so already is not written",
    text: "64\n65\nabs\n80",
    written: ["Ali, Rayhaan blank > 65"],
    leftOut: [
      "Charles, Zaria: 80 | changed elsewhere: first choose which value to keep",
      "2 students | nothing would change",
    ],
  },
  {
    title: "names are found wherever they stand",
    text: "No\tName\tMark\n1\tRayhaan Ali\t65/100\n2\tALEXANDER, KEZIAH\t72 %",
    written: ["Ali, Rayhaan blank > 65", "Alexander, Keziah 64 > 72"],
    leftOut: ["No Name Mark | used as the heading"],
  },
  {
    title: "last and first name may stand in two columns",
    text: "Ali\tRayhaan\t65\nAlexander\tKeziah\t72",
    written: ["Ali, Rayhaan blank > 65", "Alexander, Keziah 64 > 72"],
    leftOut: [],
  },
  {
    title: "nobody and several are told",
    text: "Ana Pierre\t65\nMarcus Joseph\t72\nRayhaan Ali\t65",
    written: ["Ali, Rayhaan blank > 65"],
    leftOut: [
      "Ana Pierre: 65 | could be Pierre, Ana (SR-5) or Pierre, Ana (SR-6); paste with student numbers instead",
      "Marcus Joseph: 72 | no such student on this sheet",
    ],
  },
  {
    title: "numbers tell namesakes apart",
    text: "SR-5\tAna Pierre\t65\nSR-6\tAna Pierre\t72",
    written: ["Pierre, Ana blank > 65", "Pierre, Ana blank > 72"],
    leftOut: [],
  },
  {
    title: "numbers alone will do",
    text: "SR-2\t65\nSR-9\t72",
    written: ["Ali, Rayhaan blank > 65"],
    leftOut: ["SR-9: 72 | no such student on this sheet"],
  },
  {
    title: "a number and a name that differ are nobody",
    text: "SR-2\tAli, Rayhaan\t65\nSR-1\tZaria Charles\t72",
    written: ["Ali, Rayhaan blank > 65"],
    leftOut: ["SR-1 Zaria Charles: 72 | the number and the name belong to different students"],
  },
  {
    title: "who is named twice with different marks gets neither",
    text: "Rayhaan Ali\t65\nAli, Rayhaan\t66\nKeziah Alexander\t70\nAlexander, Keziah\t70",
    written: ["Alexander, Keziah 64 > 70"],
    leftOut: [
      "Rayhaan Ali: 65 | is listed twice with different marks",
      "Ali, Rayhaan: 66 | is listed twice with different marks",
    ],
  },
  {
    title: "a middle name more is shown as it was pasted",
    text: "Rayhaan Omar Ali\t65\nKeziah Alexander\t70",
    written: ["Ali, Rayhaan blank > 65 (Rayhaan Omar Ali)", "Alexander, Keziah 64 > 70"],
    leftOut: [],
  },
])("$title", ({ text, startRow, written, leftOut }) => {
  const table = parsePasteTable(parsePastedCells(text).cells, { rows, column });
  const valueColumn = table.valueColumns.at(-1) ?? 0;

  const plan = planPaste({ table, valueColumn, rows, ...column, startRow, parts });

  expect(
    plan.entries.map(({ name, from, to, said }) => `${name} ${from} > ${to}${said ? ` (${said})` : ""}`),
  ).toEqual(written);
  expect(plan.leftOut.map(({ what, why }) => `${what} | ${why}`)).toEqual(leftOut);
});

const MARKS = ["72", "65", "abs", "80", "50", "51"];

test.each<{
  title: string;
  text: string;
  startRow?: string;
  isBelowHeading?: boolean;
  doubt: string | null;
}>([
  { title: "a mark for each", text: MARKS.join("\n"), doubt: null },
  { title: "a mark for each from the row in hand on", text: "72\n65", startRow: "5", doubt: null },
  { title: "nothing for the first", text: ["", ...MARKS.slice(1)].join("\n"), doubt: null },
  {
    title: "a date above too few",
    text: ["14/10/2026", ...MARKS.slice(1)].join("\n"),
    doubt: "6 values for 6 students. The first value, ‘14/10/2026’, is not a mark.",
  },
  {
    title: "the name of a test above all",
    text: ["Mid-Term Maths 1E", ...MARKS].join("\n"),
    doubt: "7 values for 6 students. The first value, ‘Mid-Term Maths 1E’, is not a mark.",
  },
  {
    title: "what it is out of",
    text: ["out of 50", "150", ...MARKS.slice(2)].join("\n"),
    doubt: "6 values for 6 students. The first value, ‘out of 50’, is not a mark.",
  },
  {
    title: "a mark above the maximum",
    text: ["150", ...MARKS.slice(1)].join("\n"),
    doubt: "6 values for 6 students. The first value, ‘150’, is not a mark: the mark must be from 0 to 100.",
  },
  {
    title: "100 above too few",
    text: ["100", ...MARKS.slice(2)].join("\n"),
    doubt: "5 values for 6 students.",
  },
  { title: "a sum below", text: [...MARKS, "318"].join("\n"), doubt: "7 values for 6 students." },
  {
    title: "two tests",
    text: "Test 1\tTest 2\n72\t65",
    doubt: "2 values for 6 students. The first value, ‘Test 2’, is not a mark.",
  },
  {
    title: "an average below a mark too few",
    text: "40\n50\n61\n70\n80\n60.2",
    doubt: "6 values for 6 students. The last value, ‘60.2’, is the average of the others.",
  },
  {
    title: "an average below, beside its label",
    text: "\t40\n\t50\n\t60\n\t70\n\t80\nAverage\t60",
    doubt: "6 values for 6 students. The last value, ‘60’, is the average of the others.",
  },
  {
    title: "an average above",
    text: "60\n40\n50\n60\n70\n80",
    doubt: "6 values for 6 students. The first value, ‘60’, is the average of the others.",
  },
  {
    title: "the maximum below a heading that was left out, and a mark too few",
    text: ["100", ...MARKS.slice(1)].join("\n"),
    isBelowHeading: true,
    doubt: "6 values for 6 students. The first value, ‘100’, may be the maximum.",
  },
  { title: "a mark of 100", text: ["100", ...MARKS.slice(1)].join("\n"), doubt: null },
  { title: "names beside the marks", text: "Name\tMark\nAli, Rayhaan\t72", doubt: null },
])("$title: asked is $doubt", ({ text, startRow = "1", isBelowHeading = false, doubt }) => {
  const { cells, blankAtEnd } = parsePastedCells(text);
  const table = parsePasteTable(cells, { rows, column });
  const valueColumn = table.valueColumns.at(-1) ?? 0;

  expect(
    findPasteOrderQuestion(
      { table, valueColumn, rows, ...column, startRow, parts },
      { blankAtEnd, noun: "mark", isBelowHeading },
    ),
  ).toBe(doubt);
});

test("an absence writes the attendance and clears the mark, a mark brings a student back", () => {
  const table = parsePasteTable([["abs"], ["65"], ["80"]], {
    rows,
    column,
  });

  const plan = planPaste({ table, valueColumn: 0, rows, ...column, startRow: "1", parts });

  expect(plan.entries.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { attendance: 1, mark: 64 }, after: { attendance: 2, mark: null } },
    { before: { mark: null }, after: { mark: 65 } },
    { before: { attendance: 2, mark: null }, after: { attendance: 1, mark: 80 } },
  ]);
});

test.each([
  { title: "a grade beside the marks", text: "Rayhaan Ali\t65\tA\nKeziah Alexander\t70\tA", columns: [1] },
  { title: "line numbers", text: "1\t65\n2\t70", columns: [1] },
  { title: "student numbers", text: "SR-1\t65\nSR-2\t70", columns: [1] },
  { title: "two tests", text: "Rayhaan Ali\t65\t80\nKeziah Alexander\t70\t82", columns: [1, 2] },
  { title: "marks that are too high", text: "Rayhaan Ali\t165\nKeziah Alexander\t170", columns: [1] },
])("beside $title, marks may stand in the columns $columns", ({ text, columns: expected }) => {
  const table = parsePasteTable(parsePastedCells(text).cells, { rows, column });

  expect(table.valueColumns).toEqual(expected);
});

function rowNow(row: string, name: string, given: Partial<CurrentMarkSheetRow> = {}): CurrentMarkSheetRow {
  return { row, name, number: `SR-${row}`, maxMark: 100, values: blank, phase: "blank", ...given };
}
