import { noTransaction } from "#db/index.ts";
import { listCorrectedValues } from "#db/queries/entry/corrected-values.ts";
import {
  listMarkChangesAfter,
  lockFirstMarkSaves,
  lockMarks,
  saveCriterionGrades,
  saveMarks,
  listStudentsWithoutMark,
  listMarkSheetRows,
  type MarkSheetKey,
  type MarkSheetStudentRow,
} from "#db/queries/marks/mark-sheet.ts";
import { listMergedAwayReasons } from "#db/queries/people/merges/merges.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { listCorrectableStudentKeys, type OpenCorrection } from "#domain/entry/corrections.ts";
import { findLockReason, canRestoreValues } from "#domain/lock.ts";
import { ALL_MARK_FIELDS, REMARK, groupMarkFields, criterionField, buildMarkFields } from "#fields/mark.ts";
import { valuesToColumns, type RecordFields, type FieldRefusal } from "#fields/record.ts";
import { textField } from "#fields/texts.ts";
import type { FieldValue, FieldValues } from "#fields/value.ts";
import type { RowToWrite, SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { getMarkSheet, type FoundMarkSheet } from "../sheet/find-sheet.server.ts";
import { markSheetSavingRules } from "../row/sheet-values.rules.ts";
import { toMarkSheetValues, UNKNOWN_COLUMN_REASON, refuseMarkWhenAway } from "./marks.rules.ts";
import { formatRegisterName } from "#domain/names.ts";
import { fillPhrase } from "#domain/phrases.ts";
import { LONGEST_REMARK } from "#domain/sheets.ts";
import type { Person } from "#domain/person.ts";
import type { RowHistory } from "#saving/protocol/protocol.ts";
import { formatHistoryEntries, loadHistory } from "#saving/server/row-history.server.ts";
import { markSheetUrl } from "#domain/paths.ts";

/** Defines how a mark sheet is saved: one row for each student, with the student's key as its id. */
export const MARK_SHEET_SAVE_DEFINITION: SaveDefinition<MarkSheetKey, FoundMarkSheet, MarkSheetStudentRow> = {
  begin: termTransaction,
  find: getMarkSheet,
  termOf: ({ academicTermId }) => academicTermId,
  closed: ({ lock, dates }) =>
    findLockReason(lock, {
      notYours: "only the teacher of this sheet can enter its marks",
      entry: { kind: "marks", dates },
    }),
  fields: ({ rules, heading }, row) =>
    withRemarkOn(row, buildMarkFields(rules, row?.max_mark ?? heading.max_mark)),
  atomicGroups: ({ rules }) => groupMarkFields(rules),
  lock,
  read: async ({ heading, key }, students, t) => {
    const rows = await listMarkSheetRows({ heading, key, students }, t);
    return new Map(rows.map((row) => [String(row.student_key), row]));
  },
  whyNoRow: ({ heading, key }, students, t) =>
    listMergedAwayReasons(students, (stayed) => listMarkSheetRows({ heading, key, students: stayed }, t), t),
  valuesOf: ({ rules }, row) => toMarkSheetValues(row, rules),
  history: ({ heading, key }, bases, t) => listMarkChangesAfter({ heading, key, bases }, t),
  rules: ({ rules }) => markSheetSavingRules(rules),
  refusal: ({ row, ...input }, { rules, heading }) =>
    refuseOtherStudent({ row, ...input }, heading.corrections) ?? refuseMarkWhenAway(input, rules),
  store,
  words: {
    notFound: "This student is not on this mark sheet. Choose another student.",
    noRow: "no longer in this class",
    noField: UNKNOWN_COLUMN_REASON,
  },
};

/**
 * Returns the fields of this student's row. In a remark, a phrase of the comment bank gets the student's name and
 * pronouns, and the text is cleaned like any other.
 */
function withRemarkOn(student: MarkSheetStudentRow | undefined, fields: RecordFields): RecordFields {
  const field = fields.get(REMARK);
  if (!field || !student) return fields;
  const line = textField({ longest: LONGEST_REMARK });
  const pupil = { firstName: student.first_name, gender: student.gender };
  const kind = {
    ...field.kind,
    normalise: (typed: FieldValue) => {
      const value = line.normalise(typed);
      return typeof value === "string" ? fillPhrase(value, pupil) : value;
    },
    refuse: line.refuse,
  };
  return new Map(fields).set(REMARK, { ...field, kind });
}

/** Refuses a change on a sheet of a past term that is open for correction of other students only. */
function refuseOtherStudent(
  { row, changes }: { row: string; changes: FieldValues },
  corrections: readonly OpenCorrection[] | null,
): FieldRefusal | null {
  const students = listCorrectableStudentKeys(corrections);
  const [field] = Object.keys(changes);
  if (students === null || field === undefined || students.includes(Number(row))) return null;
  return { reason: "this term is over, and is not open for correction for this student", field };
}

/** Takes one lock before the first save of a mark, so that two first saves cannot deadlock. */
async function lock(
  { heading, key }: FoundMarkSheet,
  students: readonly number[],
  t: TermTransaction,
): Promise<void> {
  const missing = await listStudentsWithoutMark({ heading, key, students }, t);
  if (missing.length > 0) {
    const { class_id: classId, subject_id: subjectId } = heading;
    await lockFirstMarkSaves([{ academicTermId: key.academicTermId, classId, subjectId }], t);
  }
  await lockMarks({ heading, key, students }, t);
}

async function store(
  { heading, key, rules }: FoundMarkSheet,
  writes: readonly RowToWrite<MarkSheetStudentRow>[],
  t: TermTransaction,
): Promise<void> {
  // A remark stays while its column is switched off.
  const marks = writes.map(({ values, stored: { student_key, version, max_mark, remark } }) => ({
    student_key,
    version,
    max_mark: max_mark ?? heading.max_mark,
    ...valuesToColumns(ALL_MARK_FIELDS, { remark, ...values }),
  }));
  const stored = await saveMarks({ heading, key, writes: marks }, t);
  // The whole save fails, and the client sends it again. The second attempt is then compared with the mark that the
  // other save has stored.
  if (stored.length < marks.length)
    throw new Error("another save stored a mark while this save was being checked");
  if (rules.kind !== "criteria") return;
  const valuesOf = new Map(writes.map(({ row, values }) => [row, values]));
  const grades = stored.flatMap(({ student_key, mark_id, version }) =>
    rules.criteria.map(({ id: criterion_id }) => {
      const grade = valuesOf.get(String(student_key))?.[criterionField(criterion_id)];
      return { mark_id, criterion_id, version, grade: grade == null ? null : Number(grade) };
    }),
  );
  await saveCriterionGrades(grades, t);
}

/** Loads the changes to one student's row of a mark sheet, newest first. @throws notFound */
export async function loadMarkHistory(person: Person, key: MarkSheetKey, row: string): Promise<RowHistory> {
  const read = await loadHistory(MARK_SHEET_SAVE_DEFINITION, { person, key, row });
  const { target, stored, fields } = read;
  const { heading, lock } = target;
  const ofStudent = {
    academicTermId: key.academicTermId,
    classIds: [heading.class_id],
    studentKey: Number(row),
  };
  const corrected = heading.is_current ? [] : await listCorrectedValues(ofStudent, noTransaction);
  const only = listCorrectableStudentKeys(heading.corrections);
  return {
    about: formatRegisterName({ firstName: stored.first_name, lastName: stored.last_name }),
    title: "",
    closeTo: markSheetUrl(key),
    version: stored.version,
    canPutBack: canRestoreValues(lock) && (only === null || only.includes(Number(row))),
    entries: formatHistoryEntries(read, {
      names: [...fields.keys()],
      timeZone: heading.time_zone,
      reasons: new Map(corrected.map(({ version, reason }) => [version, reason])),
    }),
  };
}
