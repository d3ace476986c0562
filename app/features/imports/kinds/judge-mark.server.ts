import type { MarkSheetOfTerm, MarkOfTerm } from "#db/queries/imports/marks.ts";
import {
  ABSENT_FROM_TEST,
  ATTENDANCE_WORDS,
  listAllowedAttendances,
  NO_WORK_HANDED_IN,
  PRESENT_AT_TEST,
  type TestAttendance,
} from "#domain/attendance.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { ImportCells, ImportRemark, ImportRefusals } from "#domain/people/imports.ts";
import { hasMarkSheetForTest, hasMarkSheetWorkRatings, getMarkSheetKind } from "#domain/sheets.ts";
import { END_OF_TERM_TEST_ID, type TestId } from "#domain/terms.ts";
import {
  changedValues,
  listRefusedImportChanges,
  parseRowValues,
  readCellText,
  toChangeLines,
  toRefusalLine,
  withoutDashes,
} from "#fields/imported/row-values.rules.ts";
import { ALL_MARK_FIELDS, MARK_COLUMNS, listEarnedFields, buildMarkFields } from "#fields/mark.ts";
import { createBlankValues, columnsToValues, valuesToColumns, type RecordFields } from "#fields/record.ts";
import type { ColumnValue, FieldValues } from "#fields/value.ts";

export function buildMarkKey({
  student_key,
  subject_id,
  test_id,
}: Pick<MarkOfTerm, "student_key" | "subject_id" | "test_id">) {
  return `${student_key}:${subject_id}:${test_id}`;
}

type Sheet = { sheet: MarkSheetOfTerm; stored: MarkOfTerm | null; testId: TestId; flavour: SchoolFlavour };

type Judged = { lines: ImportRemark[]; columns: Record<string, ColumnValue> } | { faults: ImportRefusals };

/**
 * Judges the cells of a mark as its mark sheet would. The cell `either` is a mark, or a grade in a subject with chosen
 * grades.
 */
export function checkImportedMark(cells: ImportCells, { sheet, stored, testId, flavour }: Sheet): Judged {
  const taught = { ...sheet, flavour, criteria: Array.from({ length: sheet.criteria }) };
  const kind = getMarkSheetKind(taught);
  if (kind === "criteria") return refused("Mark", "this subject is graded by criteria on its mark sheet");
  if (!hasMarkSheetForTest(sheet, testId))
    return refused("Test", "this class has marks at the end of the term only");
  const workRatings = hasMarkSheetWorkRatings(taught, testId);
  const rules = { testId, kind, workRatings, grading: sheet.grading, criteria: [] };
  const usual = testId === END_OF_TERM_TEST_ID ? sheet.end_of_term : sheet.other;
  const fields = buildMarkFields(rules, stored?.max_mark ?? usual);
  const named = withNamedFields(cells, kind === "grades" ? "grade" : "mark");
  const read = readValues(named, fields, testId);
  if ("faults" in read) return read;
  const { values } = read;
  const strange = MARK_COLUMNS.filter((name) => !fields.has(name) && readCellText(named, name) !== "");
  if (strange.length > 0)
    return {
      faults: strange.map((name) =>
        toRefusalLine(titleOf(name), "this mark sheet does not have this column"),
      ),
    };
  if (Object.keys(values).length === 0) return refused("Mark", "fill in this cell");
  const isAway = "attendance" in values && values["attendance"] !== PRESENT_AT_TEST;
  if (
    isAway &&
    listEarnedFields(rules).some((name) => readCellText(named, name) !== "" && !isAwayCell(named, name))
  )
    return refused("Mark", "a student who was absent or handed in no work cannot have a mark");
  const before = stored ? columnsToValues(fields, stored) : createBlankValues(fields);
  const cleared = isAway ? Object.fromEntries(listEarnedFields(rules).map((name) => [name, null])) : {};
  const changes = changedValues(before, { ...values, ...cleared });
  const faults = listRefusedImportChanges(changes, { fields, cells: named });
  if (faults.length > 0) return { faults };
  const every = valuesToColumns(ALL_MARK_FIELDS, changes);
  const columns = Object.fromEntries(Object.entries(every).filter(([name]) => Object.hasOwn(changes, name)));
  const lines = toChangeLines(changes, { fields, before });
  return stored ? { lines, columns } : { lines, columns: withEveryColumn(columns) };
}

/** New rows are written together, so all have the same columns. */
function withEveryColumn(columns: Record<string, ColumnValue>): Record<string, ColumnValue> {
  const blank = Object.fromEntries(
    MARK_COLUMNS.map((name) => [name, name === "attendance" ? PRESENT_AT_TEST : null]),
  );
  return { ...blank, ...columns };
}

function titleOf(name: string): string {
  return ALL_MARK_FIELDS.get(name)?.title ?? name;
}

function refused(title: string, reason: string): Judged {
  return { faults: [toRefusalLine(title, reason)] };
}

/** Gives the cell `either` to the field that it fills, and leaves out cells with only a dash. */
function withNamedFields(cells: ImportCells, field: string): ImportCells {
  const { either, ...others } = cells;
  return withoutDashes(either ? { ...others, [field]: either } : others);
}

const AWAY: Readonly<Record<string, TestAttendance>> = {
  a: ABSENT_FROM_TEST,
  ab: ABSENT_FROM_TEST,
  abs: ABSENT_FROM_TEST,
  absent: ABSENT_FROM_TEST,
  nw: NO_WORK_HANDED_IN,
  "no work": NO_WORK_HANDED_IN,
};

function isAwayCell(cells: ImportCells, name: string): boolean {
  // In a column of grades, A is a grade and not an absence.
  return name === "mark" && AWAY[readCellText(cells, name).toLowerCase()] !== undefined;
}

/** Reads the cells of a row. `Abs` in place of a mark is an absence; a mark says that the student was present. */
function readValues(
  cells: ImportCells,
  fields: RecordFields,
  testId: TestId,
): { values: FieldValues } | { faults: ImportRefusals } {
  const typed = readCellText(cells, "attendance").toLowerCase();
  const word = isAwayCell(cells, "mark") ? readCellText(cells, "mark").toLowerCase() : typed;
  const attendance =
    word === "" ? null : (AWAY[word] ?? (/^p(?:resent)?$/.test(word) ? PRESENT_AT_TEST : undefined));
  if (attendance === undefined)
    return {
      faults: [
        toRefusalLine(
          "Attendance",
          `‘${word.slice(0, 60)}’ does not say if the student was present; enter Present or Abs, or leave the cell empty`,
        ),
      ],
    };
  if (attendance !== null && !listAllowedAttendances(testId).includes(attendance))
    return {
      faults: [
        toRefusalLine(
          "Attendance",
          `${ATTENDANCE_WORDS[attendance].toLowerCase()} cannot be entered for this test`,
        ),
      ],
    };
  const { attendance: _, ...others } = cells;
  const { mark, ...rest } = others;
  const values = parseRowValues(
    isAwayCell(cells, "mark") ? rest : { ...rest, ...(mark ? { mark } : {}) },
    fields,
  );
  const isEarned = "mark" in values || "grade" in values;
  if (attendance !== null) return { values: { ...values, attendance } };
  return { values: isEarned ? { ...values, attendance: PRESENT_AT_TEST } : values };
}
