import { expect, test } from "vitest";
import {
  filterWritableArchiveTerms,
  archiveRowName,
  isShownArchiveTerm,
  findArchiveTerm,
  scaleArchiveMark,
  type ArchiveTermRow,
} from "#domain/archive/archive-terms.ts";
import { parsePastedCells } from "#domain/text/pasted-cells.ts";
import { archiveFields, ARCHIVE_CLASS_FIELD } from "#fields/archive.ts";
import {
  findArchivePasteQuestion,
  isSingleValue,
  planArchivePaste,
} from "#features/marks-archive/paste/paste.rules.ts";
import { findArchiveRefusal } from "#features/marks-archive/save/archive.rules.ts";
import { findCellError, describeUnsavedCell } from "#features/marks-archive/sheet/archive-sheet.ts";

const MATHS = { course: "mark_33_2", exam: "mark_33_1" };
const MUST_BE = "Maths course mark must be a number between 0-100.";

function place(academicTermId: number, level: number, term: number, marks = false): ArchiveTermRow {
  return { academicTermId, level, term, isRegistered: academicTermId > 999, hasMarks: marks };
}

const ARCHIVE = [1, 2, 3].flatMap((level) => [1, 2, 3].map((term) => place(100 * level + term, level, term)));

test.each([
  { who: "in Form 4", level: 4, term: 3, shown: [101, 102, 103, 201, 202, 203] },
  { who: "in Form 2, Term 2", level: 2, term: 2, shown: [101, 102, 103, 201] },
  { who: "in Form 1, Term 1", level: 1, term: 1, shown: [] },
  { who: "not in a class", level: null, term: 1, shown: [101, 102, 103, 201, 202, 203] },
])("of who is $who, every past term of levels 1 and 2 is shown", ({ level, term, shown }) => {
  const places = filterWritableArchiveTerms(ARCHIVE, { level, term }).filter(isShownArchiveTerm);

  expect(places.map(({ academicTermId }) => academicTermId)).toEqual(shown);
});

test("of level 3 those terms are shown that have marks", () => {
  const places = ARCHIVE.map((item) => ({ ...item, hasMarks: item.academicTermId === 302 }));

  const shown = filterWritableArchiveTerms(places, { level: 5, term: 1 }).filter(isShownArchiveTerm);

  expect(shown.map(({ academicTermId }) => academicTermId)).toContain(302);
  expect(shown.map(({ academicTermId }) => academicTermId)).not.toContain(301);
});

test("a term of the calendar takes the place of the archive's, whose marks are never hidden", () => {
  const calendar = place(202520261, 2, 1);
  const now = { level: 3, term: 1 };
  const ids = (places: readonly ArchiveTermRow[]) =>
    filterWritableArchiveTerms(places, now).map(({ academicTermId }) => academicTermId);

  expect(ids([calendar, place(201, 2, 1)])).toEqual([202520261]);
  expect(ids([calendar, place(201, 2, 1, true)])).toEqual([202520261, 201]);
  expect(findArchiveTerm([calendar], 201)).toBe(calendar);
  expect(findArchiveTerm([calendar], 202)).toBeNull();
});

test.each([
  { id: 203, name: "Form 2, Term 3" },
  { id: 202520261, name: "2025-2026, Term 1" },
])("a row is called $name", ({ id, name }) => expect(archiveRowName(id)).toBe(name));

test.each([
  { typed: 74, held: "2A", fault: null },
  { typed: 0, held: "2A", fault: null },
  { typed: 100, held: "2A", fault: null },
  { typed: 74, held: null, fault: "Class Must Be Selected." },
  { typed: 101, held: "2A", fault: MUST_BE },
  { typed: -1, held: "2A", fault: MUST_BE },
  { typed: "abc", held: "2A", fault: MUST_BE },
  { typed: null, held: "2A", fault: MUST_BE },
])("$typed in a cell of class $held: $fault", ({ typed, held, fault }) => {
  const values = { [ARCHIVE_CLASS_FIELD]: held, [MATHS.course]: typed };

  expect(findCellError(MATHS.course, values, archiveFields(["2A"], null))).toBe(fault);
});

test("the server refuses a mark without a class, and an emptied one, in the same words", () => {
  const changes = { [MATHS.course]: 74 };

  expect(findArchiveRefusal({ changes, values: changes })).toEqual({
    reason: "Class Must Be Selected.",
    field: MATHS.course,
  });
  expect(findArchiveRefusal({ changes: { [MATHS.course]: null }, values: { class: "2A" } })).toEqual({
    reason: MUST_BE,
    field: MATHS.course,
  });
  expect(
    findArchiveRefusal({ changes: { class: "2A", ...changes }, values: { class: "2A", ...changes } }),
  ).toBeNull();
});

test.each([
  {
    words: "Class Must Be Selected.",
    typed: "74",
    stored: null,
    said: "Maths course 74 was not saved. Choose the class for Term 3, then type the mark again.",
  },
  { words: MUST_BE, typed: "105", stored: 72, said: "105 was not saved; 72 is still saved." },
  { words: MUST_BE, typed: "", stored: 72, said: "You cleared the mark; 72 is still saved." },
])("under the row stands: $said", ({ said, ...refused }) => {
  expect(describeUnsavedCell({ row: "203", field: MATHS.course, ...refused }, 3)).toBe(said);
});

test.each([
  { value: 74, of: 50, stored: { mark: 37, max_mark: 50 } },
  { value: 77, of: 35, stored: { mark: 26.95, max_mark: 35 } },
  { value: 77.5, of: 15, stored: { mark: 77.5, max_mark: 100 } },
  { value: 64, of: undefined, stored: { mark: 64, max_mark: 100 } },
])("$value in a test out of $of is stored as $stored.mark", ({ value, of, stored }) => {
  expect(scaleArchiveMark(value, of)).toEqual(stored);
});

test("a table of a spreadsheet is entered from the cell on, and what has no place is named", () => {
  const rows = [
    { row: "101", name: "Form 1, Term 1", values: { class: "1A", [MATHS.course]: 60 } },
    { row: "102", name: "Form 1, Term 2", values: { class: null } },
  ];
  const { cells } = parsePastedCells("60\t71\u200b\tabc\r\n80\t\n9\n");

  const plan = planArchivePaste(cells, { row: "101", field: MATHS.course }, rows);

  expect(plan.writes).toEqual([{ row: "101", values: { [MATHS.exam]: 71 } }]);
  expect(plan.left.map(({ why }) => why)).toEqual([
    "English course mark must be a number between 0-100.",
    "Class Must Be Selected.",
    "outside the grid",
  ]);
});

test.each<[string, string, string | null]>([
  ["a line of one term", "60\t71\t80", null],
  ["a line for each term", "60\t71\n80\t90\n", null],
  ["a line for each, the last of which is blank", "60\t71\n\t\n", null],
  ["a line too many", "60\n71\n80", "3 lines for 2 terms."],
  [
    "headings above a line too few",
    "COURSE\tEXAM\n80\t90",
    "2 lines for 2 terms. The first value, ‘COURSE’, is not a mark.",
  ],
  ["a heading beside a line", "Term 1\t60", "1 line for 2 terms. The first value, ‘Term 1’, is not a mark."],
  [
    "an average below the marks",
    "40\n50\n60\n70\n80\n60",
    "6 lines for 2 terms. The last value, ‘60’, is the average of the others.",
  ],
  ["a number that is no mark", "2026\n60", "2 lines for 2 terms. The first value, ‘2026’, is not a mark."],
])("of %s, %j, is asked: %s", (_what, text, expected) => {
  const rows = ["101", "102"].map((row) => ({ row, name: row, values: {} }));

  expect(findArchivePasteQuestion(parsePastedCells(text), { row: "101", field: MATHS.course }, rows)).toBe(
    expected,
  );
});

test("a single value is the browser's to paste", () => {
  expect(["64", "64\r\n", "64\t71", "64\n71"].map((text) => isSingleValue(parsePastedCells(text)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
