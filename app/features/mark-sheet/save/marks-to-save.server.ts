import type { Transaction } from "#db/index.ts";
import { markEventsAfter } from "#db/queries/marks/mark-history.ts";
import {
  lockFirstSaves,
  lockMarks,
  marksOnRoster,
  storeCriterionGrades,
  storeMarks,
  studentsWithoutMark,
} from "#db/queries/marks/marks.ts";
import type { LockedMark, MarkWrite } from "#db/queries/marks/marks.ts";
import type { FieldValue } from "#fields/value.ts";
import type { RowWrite, SavedSheet, WantedSave } from "#saving/server/save-rows.server.ts";
import { PRESENT } from "#domain/attendance.ts";
import type { Person } from "#domain/person.ts";
import type { FoundSheet } from "../sheet/find-sheet.server.ts";
import { markEvents } from "../history/mark-events.server.ts";
import { valuesOfMark } from "./mark-values.rules.ts";
import { blankMark, criterionField, markRefusal, normalisedMark, atomicGroups } from "./marks.rules.ts";

/** Gives the marks of a sheet to the common way of saving: their rows, history, rule and store. */
export async function marksToSave(
  person: Person,
  sheet: FoundSheet,
  wanted: readonly WantedSave[],
  t: Transaction,
): Promise<SavedSheet> {
  const { heading, key, rules } = sheet;
  const students = wanted.map(({ row }) => Number(row)).filter(Number.isSafeInteger);
  await takeTurnsForFirstSaves(sheet, students, t);
  await lockMarks({ heading, key, students }, t);
  const locked = await marksOnRoster({ heading, key, students }, t);
  const byRow = new Map(locked.map((mark) => [String(mark.student_key), mark]));
  const maxMarkOf = (row: string) => byRow.get(row)?.max_mark ?? heading.max_mark;
  return {
    blank: blankMark(rules),
    atomicGroups: atomicGroups(rules),
    notOnSheet: "no longer in this class",
    lock: async () => new Map([...byRow].map(([row, mark]) => [row, storedRow(mark, sheet)])),
    historyAfter: async (bases) => {
      const byStudent = new Map([...bases].map(([row, base]) => [Number(row), base]));
      if (byStudent.size === 0) return new Map();
      return markEvents(await markEventsAfter({ heading, key, bases: byStudent }, t), person);
    },
    normalise: (values) => normalisedMark(values, rules),
    refusal: ({ row, values }, changes) => markRefusal({ changes, values, maxMark: maxMarkOf(row) }, rules),
    store: (writes) => store(sheet, { writes, byRow, maxMarkOf }, t),
  };
}

/** Before any row is locked, so that two first saves cannot wait for each other in a ring. */
async function takeTurnsForFirstSaves(
  { heading, key }: FoundSheet,
  students: number[],
  t: Transaction,
): Promise<void> {
  const missing = await studentsWithoutMark({ heading, key, students }, t);
  if (missing.length === 0) return;
  const { academicTermId } = key;
  await lockFirstSaves([{ academicTermId, classId: heading.class_id, subjectId: heading.subject_id }], t);
}

function storedRow(mark: LockedMark, { rules }: FoundSheet) {
  return { version: mark.version, values: valuesOfMark(mark, rules) };
}

type Writes = {
  writes: readonly RowWrite[];
  byRow: ReadonlyMap<string, LockedMark>;
  maxMarkOf: (row: string) => number;
};

async function store(
  sheet: FoundSheet,
  { writes, byRow, maxMarkOf }: Writes,
  t: Transaction,
): Promise<Map<string, number>> {
  const { heading, key, rules } = sheet;
  const marks = writes.map((write) => {
    const judgedBy = { maxMark: maxMarkOf(write.row), version: byRow.get(write.row)?.version ?? 0 };
    return markWrite(write, judgedBy);
  });
  const stored = await storeMarks({ heading, key, writes: marks }, t);
  // Nothing of the save is kept, and its sender repeats it: then it is judged by what came in between.
  if (stored.length < marks.length) throw new Error("a mark came in between while a save was judged");
  if (rules.kind === "criteria") {
    const valuesOf = new Map(writes.map(({ row, values }) => [row, values]));
    const grades = stored.flatMap(({ student_key, mark_id, version }) =>
      rules.criterionIds.map((criterion_id) => {
        const grade = valuesOf.get(String(student_key))?.[criterionField(criterion_id)] ?? null;
        return { mark_id, criterion_id, version, grade: grade === null ? null : Number(grade) };
      }),
    );
    await storeCriterionGrades(grades, t);
  }
  return new Map(stored.map(({ student_key, version }) => [String(student_key), version]));
}

type JudgedBy = { maxMark: number; version: number };

function markWrite({ row, values }: RowWrite, { maxMark, version }: JudgedBy): MarkWrite {
  return {
    student_key: Number(row),
    version,
    mark: values.mark == null ? null : Number(values.mark),
    max_mark: maxMark,
    attendance: Number(values.attendance ?? PRESENT),
    grade: textOf(values.grade),
    application: textOf(values.application),
    preparedness: textOf(values.preparedness),
  };
}

function textOf(value: FieldValue | undefined): string | null {
  return value == null ? null : String(value);
}
