import type { Transaction } from "#db/index.ts";
import { markEventsAfter } from "#db/queries/marks/mark-history.ts";
import { sheetRows, type SheetKey, type SheetRow } from "#db/queries/marks/mark-sheet.ts";
import {
  lockFirstSaves,
  lockMarks,
  storeCriterionGrades,
  storeMarks,
  studentsWithoutMark,
  type MarkWrite,
} from "#db/queries/marks/marks.ts";
import { PRESENT } from "#domain/attendance.ts";
import { atomicGroups, criterionField, markFields } from "#fields/mark.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { RowWrite, SavedScreen } from "#saving/server/saved-screen.server.ts";
import { findSheet, type FoundSheet, type SheetLock } from "../sheet/find-sheet.server.ts";
import { receiptOf, valuesOfMark } from "./mark-values.rules.ts";
import { NO_COLUMN, agreeingMark, earnedWhileAway } from "./marks.rules.ts";

/** Why a save was turned down as a whole, as the rows of the sheet say it after 'Refused:'. */
const CLOSED_WORDS: Record<Exclude<SheetLock, "open">, string> = {
  "not-yours": "marks of this sheet are entered by its teacher",
  "past-term": "this term is over",
};

/** A mark sheet as it is saved: a row a student, named by the student's key. */
export const SAVED_SHEET: SavedScreen<SheetKey, FoundSheet, SheetRow> = {
  find: findSheet,
  closed: ({ lock }) => (lock === "open" ? null : { why: lock, words: CLOSED_WORDS[lock] }),
  fields: ({ rules, heading }, row) => markFields(rules, row?.max_mark ?? heading.max_mark),
  atomicGroups: ({ rules }) => atomicGroups(rules),
  lock,
  read: async ({ heading, key }, students, t) => {
    const rows = await sheetRows({ heading, key, students }, t);
    return new Map(rows.map((row) => [String(row.student_key), row]));
  },
  valuesOf: ({ rules }, row) => valuesOfMark(row, rules),
  history: ({ heading, key }, bases, t) => markEventsAfter({ heading, key, bases }, t),
  changedValues: (stored) => stored as Values,
  agreeing: (values, { rules }) => agreeingMark(values, rules),
  refusal: (asked, { rules }) => earnedWhileAway(asked, rules),
  store,
  receipt: ({ rules }, rows) => receiptOf(rows, rules),
  words: {
    notFound: "This student is not on the sheet.",
    noRow: "no longer in this class",
    noField: NO_COLUMN,
  },
};

/** First saves take turns before any row is locked, so that two of them cannot wait for each other in a ring. */
async function lock(
  { heading, key }: FoundSheet,
  students: readonly number[],
  t: Transaction,
): Promise<void> {
  const missing = await studentsWithoutMark({ heading, key, students }, t);
  if (missing.length > 0) {
    const { class_id: classId, subject_id: subjectId } = heading;
    await lockFirstSaves([{ academicTermId: key.academicTermId, classId, subjectId }], t);
  }
  await lockMarks({ heading, key, students }, t);
}

async function store(
  { heading, key, rules }: FoundSheet,
  writes: readonly RowWrite<SheetRow>[],
  t: Transaction,
): Promise<Map<string, number>> {
  const marks = writes.map((write) => markWrite(write, heading.max_mark));
  const stored = await storeMarks({ heading, key, writes: marks }, t);
  // Nothing of the save is kept, and its sender repeats it: then it is judged by what came in between.
  if (stored.length < marks.length) throw new Error("a mark came in between while a save was judged");
  if (rules.kind === "criteria") {
    const valuesOf = new Map(writes.map(({ row, values }) => [row, values]));
    const grades = stored.flatMap(({ student_key, mark_id, version }) =>
      rules.criteria.map(({ id: criterion_id }) => {
        const grade = valuesOf.get(String(student_key))?.[criterionField(criterion_id)] ?? null;
        return { mark_id, criterion_id, version, grade: numberOf(grade) };
      }),
    );
    await storeCriterionGrades(grades, t);
  }
  return new Map(stored.map(({ student_key, version }) => [String(student_key), version]));
}

function markWrite({ values, stored }: RowWrite<SheetRow>, maxMark: number): MarkWrite {
  return {
    student_key: stored.student_key,
    version: stored.version,
    mark: numberOf(values.mark),
    max_mark: stored.max_mark ?? maxMark,
    attendance: Number(values.attendance ?? PRESENT),
    grade: textOf(values.grade),
    application: textOf(values.application),
    preparedness: textOf(values.preparedness),
  };
}

function numberOf(value: FieldValue | undefined): number | null {
  return value == null ? null : Number(value);
}

function textOf(value: FieldValue | undefined): string | null {
  return value == null ? null : String(value);
}
