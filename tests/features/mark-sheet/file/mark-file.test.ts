import { expect, test } from "vitest";
import type { MarkRules } from "#fields/mark.ts";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import {
  hiddenColumnTitle,
  toMarkFileCells,
  listColumnsToFillIn,
  formatDownloadMarker,
  formatRowReference,
  isFileOfAnotherSchool,
  MAX_MARK_FILE_ROWS,
  readMarkFileRows,
  readMarkFile,
  type MarkFileLine,
  type MarkFileRowReading,
} from "#features/mark-sheet/file/mark-file.rules.ts";

/** The download of a class of 35, in whose first four rows a mark, 'Abs', a formula and a mark were typed. */
const FROM_LIBREOFFICE = "tests/fixtures/mark-sheet-from-libreoffice.xlsx";
const MARKS: MarkRules = {
  testId: 1,
  kind: "marks",
  workRatings: false,
  criteria: [],
  grading: DEFAULT_GRADING,
};
const GRADES: MarkRules = {
  testId: 1,
  kind: "grades",
  workRatings: false,
  criteria: [],
  grading: DEFAULT_GRADING,
};
const SHEET = "12/202520263/1";
const students = new Map([
  ["1", { id: "SR-1", name: "Ali, Rayhaan", maxMark: 50 }],
  ["2", { id: "SR-2", name: "Pierre, Ana", maxMark: 50 }],
]);

const unchanged = (isBlank = false, hasCleared = false) => ({
  kind: "unchanged",
  row: "1",
  isBlank,
  hasCleared,
});
const changed = (changes: object) => ({ kind: "changed", row: "1", base: 3, changes });
const refused = (reason: string | RegExp) => ({
  kind: "refused",
  reason: reason instanceof RegExp ? expect.stringMatching(reason) : reason,
});

test.each<[string, { rules?: MarkRules; before?: string[]; cells: string[] }, object]>([
  ["a new mark", { cells: ["41.5"] }, changed({ mark: 41.5 })],
  ["a mark with a comma", { cells: ["41,5"] }, changed({ mark: 41.5 })],
  ["another mark", { before: ["40"], cells: ["41"] }, changed({ mark: 41 })],
  ["the same mark, written otherwise", { before: ["40"], cells: ["40.0"] }, unchanged()],
  ["still blank", { cells: [""] }, unchanged(true)],
  ["a cleared cell", { before: ["40"], cells: [""] }, unchanged(true, true)],
  ["a dash for no mark", { cells: ["-"] }, unchanged(true)],
  ["a dash over a mark, which changes nothing", { before: ["40"], cells: ["–"] }, unchanged(true, true)],
  [
    "one of two cells cleared",
    { rules: GRADES, before: ["40", "B"], cells: ["40", ""] },
    unchanged(false, true),
  ],
  [
    "a mark that became a date",
    { cells: ["2026-12-20"] },
    refused(/turned this mark into a date .*20 Dec 2026/),
  ],
  [
    "an absence in place of a mark",
    { before: ["40"], cells: ["abs"] },
    changed({ attendance: 2, mark: null }),
  ],
  ["a mark in place of an absence", { before: ["Abs"], cells: ["40"] }, changed({ attendance: 1, mark: 40 })],
  [
    "a percentage of another maximum",
    { cells: ["72%"] },
    refused("It is out of 100, but this sheet is out of 50."),
  ],
  ["above the maximum", { cells: ["450"] }, refused("The mark must be from 0 to 50.")],
  ["three decimals", { cells: ["40.125"] }, refused(/decimal/)],
  ["no mark", { cells: ["see me"] }, refused("Not a mark.")],
  ["no work where it is not offered", { cells: ["NW"] }, refused(/no work cannot be entered/i)],
  ["a grade beside a mark", { rules: GRADES, cells: ["40", "b"] }, changed({ mark: 40, grade: "B" })],
  [
    "an absence over a mark whose grade stays in the file",
    { rules: GRADES, before: ["40", "B"], cells: ["Abs", "B"] },
    changed({ attendance: 2, mark: null, grade: null }),
  ],
  [
    "a grade beside an absence that was left",
    { rules: GRADES, before: ["Abs", ""], cells: ["Abs", "B"] },
    refused("The row has a mark and an absence. Clear one of them."),
  ],
  ["a grade that does not exist", { rules: GRADES, cells: ["", "Z"] }, refused(/^Grade: /)],
])("%s", (_what, { rules = MARKS, before = [], cells }, expected) => {
  const [reading] = read([line({ before, cells, rules })], rules);

  expect(reading).toMatchObject(expected);
});

test.each<[string, Partial<Line>, object]>([
  [
    "a student who has left the sheet",
    { tag: formatRowReference({ sheet: SHEET, row: "9", version: 3 }) },
    { kind: "changed", row: "9", changes: {} },
  ],
  ["a row without its hidden columns", { tag: "" }, refused(/hidden columns of this row are missing/)],
  [
    "a row of nobody on the sheet",
    { tag: "", id: "SR-77" },
    refused("No student on this sheet has this ID."),
  ],
  ["rows sorted without the hidden columns", { id: "SR-2" }, refused(/sorted or copied/)],
  ["names and marks sorted without their IDs", { name: "Pierre, Ana" }, refused(/moved to other rows/)],
  ["a name that was corrected meanwhile", { name: "Aly, Rayhan" }, changed({ mark: 40 })],
  [
    "a mark out of another maximum than the sheet has now",
    { most: "100" },
    refused("The file has marks out of 100, but this sheet is out of 50. Download the mark sheet again."),
  ],
  ["an absence in a file with another maximum", { most: "100", cells: ["Abs"] }, changed({ attendance: 2 })],
  [
    "a mark in a row that was added without an ID",
    { tag: "", id: "", name: "New, Child" },
    refused(/has no student ID/),
  ],
  [
    "a row of another mark sheet",
    { tag: formatRowReference({ sheet: "13/202520263/1", row: "1", version: 3 }) },
    refused("This row is from another mark sheet."),
  ],
  [
    "a cell that the reader refuses",
    { fault: "formulas are not read: paste the value instead" },
    refused(/^Formulas/),
  ],
])("%s", (_what, given, expected) => {
  const [reading] = read([line({ cells: ["40"], ...given })], MARKS);

  expect(reading).toMatchObject(expected);
});

test("a sheet that LibreOffice changed and saved is read with its hidden columns", async () => {
  const sheet = await readSpreadsheet(FROM_LIBREOFFICE, { rows: MAX_MARK_FILE_ROWS });
  if (!sheet.ok) throw new Error(sheet.fault);

  const parsed = readMarkFile([sheet.head, ...sheet.rows], listColumnsToFillIn(MARKS));

  expect(parsed).toMatchObject({
    file: {
      downloaded: "2026-12-02T19:20:00.000Z",
      rows: [
        { id: "SR-20001", cells: { mark: { text: "41.5", fault: null } } },
        { id: "SR-20002", cells: { mark: { text: "Abs", fault: null } } },
        { id: "SR-20003", cells: { mark: { text: "22", fault: expect.stringContaining("formulas") } } },
        { id: "SR-20004", tag: formatRowReference({ sheet: "12/202620271/2", row: "4", version: 3 }) },
        ...Array.from({ length: 31 }, () => ({ tag: expect.stringMatching(/^Mark sheet /) })),
      ],
    },
  });
});

test.each([
  ["2026-12-20", "20 Dec 2026"],
  ["1900-03-12T00:00:00", "1900-03-12T00:00:00"],
  ...[
    "20/12/2026",
    "12/20/26",
    "20.12.2026",
    "20-Dec",
    "Dec-20",
    "20 December 2026",
    "12:20",
    "12:20:00 PM",
  ].map((cell) => [cell, cell]),
])("the cell '%s', which a spreadsheet program made of 12/20, is refused with that reason", (cell, named) => {
  const [reading] = read([line({ cells: [cell] })], MARKS);
  const [ofTwo] = read([line({ cells: [cell, ""], rules: GRADES })], GRADES);

  const reason = `he spreadsheet program turned this mark into a date or a time (${named}). Type the mark as a plain number, without a slash.`;
  expect([reading, ofTwo]).toMatchObject([refused(`T${reason}`), refused(`Mark: t${reason}`)]);
});

test("a student who is in the file twice is refused twice", () => {
  const readings = read([line({ cells: ["40"] }), line({ cells: ["41"] })], MARKS);

  expect(readings.map(({ kind }) => kind)).toEqual(["refused", "refused"]);
});

test.each<[string, string[], boolean]>([
  ["the students' own names", ["Ali, Rayhaan", "Pierre, Ana"], false],
  ["one name that was corrected meanwhile", ["ali,  Rayhaan", "Pierre, Anna"], false],
  ["the names of another school's students with the same IDs", ["Baptiste, Kai", "Lezama, Joy"], true],
])("a file with %s", (_what, names, expected) => {
  const rows = names.map((name, index) => ({
    line: index + 6,
    id: `SR-${index + 1}`,
    name,
    maxMark: "50",
    cells: {},
    before: {},
    tag: formatRowReference({ sheet: SHEET, row: String(index + 1), version: 3 }),
  }));

  expect(isFileOfAnotherSchool({ downloaded: "", rows }, students)).toBe(expected);
});

test.each<[string, MarkFileLine[], RegExp]>([
  [
    "a list of somebody's own",
    [lineOf(1, ["Name", "Mark"]), lineOf(2, ["Ali", "40"])],
    /did not make this file/,
  ],
  [
    "a moment that never was",
    [lineOf(1, ["Student ID", "Termbook 2026-99-99T99:99:99.999Z"])],
    /did not make/,
  ],
  [
    "a column that is gone",
    [
      lineOf(
        1,
        heads(MARKS).filter((title) => title !== "Mark"),
      ),
    ],
    /‘Mark’ is missing/,
  ],
  [
    "a second column for marks",
    [lineOf(1, [...heads(MARKS), "mark"])],
    /‘Mark’ is in the file more than once/,
  ],
])("%s is refused as a file", (_what, lines, fault) => {
  expect(readMarkFile(lines, listColumnsToFillIn(MARKS))).toEqual({ fault: expect.stringMatching(fault) });
});

test("criteria that are named like each other, or like a column of every file, have columns of their own", () => {
  const criteria = ["Reads aloud", "reads  aloud", "Name"].map((detail, index) => ({
    id: index + 1,
    detail,
  }));
  const rules: MarkRules = {
    testId: 1,
    kind: "criteria",
    workRatings: false,
    criteria,
    grading: DEFAULT_GRADING,
  };

  const [reading] = read([line({ rules, before: ["1", "2", "3"], cells: ["1", "4", "5"] })], rules);

  expect(listColumnsToFillIn(rules).map(({ title }) => title)).toEqual([
    "Reads aloud",
    "reads  aloud (2)",
    "Name (2)",
  ]);
  expect(reading).toMatchObject(changed({ criterion_2: 4, criterion_3: 5 }));
});

test("an absence is written once, beside which nothing else is", () => {
  expect(toMarkFileCells({ attendance: 2, mark: null, grade: null }, GRADES)).toEqual(["Abs", null]);
  expect(toMarkFileCells({ attendance: 1, mark: 40, grade: "B" }, GRADES)).toEqual([40, "B"]);
});

type Line = {
  tag: string;
  id: string;
  name: string;
  most: string;
  before: string[];
  cells: string[];
  fault: string | null;
  rules: MarkRules;
};

function line(given: Partial<Line>): MarkFileLine {
  const { rules = MARKS, before = [], cells = [], fault = null } = given;
  const { tag = formatRowReference({ sheet: SHEET, row: "1", version: 3 }), id = "SR-1" } = given;
  const { name = "Ali, Rayhaan", most = "50" } = given;
  const count = listColumnsToFillIn(rules).length;
  const at = (texts: string[]) => Array.from({ length: count }, (_, index) => texts[index] ?? "");
  const read = lineOf(6, [id, name, most, ...at(cells), tag, ...at(before)]);
  return { ...read, cells: read.cells.map((cell, index) => (index === 3 ? { ...cell, fault } : cell)) };
}

function lineOf(row: number, texts: string[]): MarkFileLine {
  return { row, cells: texts.map((text) => ({ text, fault: null })) };
}

function heads(rules: MarkRules): string[] {
  const titles = listColumnsToFillIn(rules).map(({ title }) => title);
  return [
    "Student ID",
    "Name",
    "Max Mark",
    ...titles,
    formatDownloadMarker(new Date(0)),
    ...titles.map(hiddenColumnTitle),
  ];
}

function read(lines: MarkFileLine[], rules: MarkRules): MarkFileRowReading[] {
  const parsed = readMarkFile(
    [lineOf(1, ["A school"]), lineOf(5, heads(rules)), ...lines],
    listColumnsToFillIn(rules),
  );
  if ("fault" in parsed) throw new Error(parsed.fault);
  return readMarkFileRows(parsed.file, { sheets: new Set([SHEET]), students, rules });
}
