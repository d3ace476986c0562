import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { recountStudents } from "#db/queries/people/student-counts.ts";
import { registerStudent, unregisterStudentFromTerm } from "#db/queries/people/students/new-student.ts";
import { listWrongReportCounts, refreshCounts } from "#db/queries/reports/counts.ts";
import { listLateClasses } from "#db/queries/reports/late-classes.ts";
import { listLateMarkSheets, listClassesWithMarkSheets } from "#db/queries/reports/late-sheets.ts";
import { saveReportCardSetting } from "#db/queries/reports/report-card-settings.ts";
import { termTransaction } from "#db/term-transaction.ts";
import type { ClassKey } from "#domain/paths.ts";
import {
  loadOverviewClassResults,
  readResults,
} from "#features/attendance-summary/overview/results/class-results.server.ts";
import { loadMarkSheets } from "#features/attendance-summary/overview/results/find-results.server.ts";
import {
  deleteTimetableLesson,
  saveLesson,
} from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { undoRollover } from "#features/rollover/start-run.server.ts";
import { makeTermCurrent } from "#features/settings/current-term/current-term.server.ts";
import { deleteStudent, deleteOrBringBackStudent } from "#features/students/leave/leave.server.ts";
import { loadMerge, mergeStudents } from "#features/students/merge/merge.server.ts";
import { undoMerge } from "#features/students/merge/undo-merge.server.ts";
import { loadSigning, sendBack, signReport } from "#features/term-reports/sign/sign-report.server.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { completeRollover, createNextClass, work } from "#tests/features/rollover/rollover-scenario.ts";
import { diceFor, type Dice } from "#tests/faults/dice.ts";
import { createAdmin, createFormTeacher, createPrincipal } from "#tests/support/builders/people.ts";
import {
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createStudents, type Student } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { saveMarks, saveReport } from "#tests/support/saves.ts";

const SEED = Number(process.env["COUNTS_SEED"] ?? 20_260_626);
const VERBS = 60;
const PATIENCE_MS = 120_000;

const flavour = "secondary";
const WHOLE_SCHOOL = { all: true, employeeId: null };
const [first, second, third] = TERM_IDS;

await freshDatabase();
await createSchool({ flavour });
const [admin, principal] = [await createAdmin(), await createPrincipal()];
const [teacher, colleague] = [await createFormTeacher(), await createFormTeacher()];
const classes = [
  await createClass({ formClassId: "1A", formTeacher: teacher }),
  await createClass({ formClassId: "1A", label: "1B" }),
];
const graded = await createClass({ formClassId: "2A", assessmentType: "Grade" });
const lessons: Lesson[] = [];
const students: Student[] = [];
let saved = 0;
let current: number = third;
let away: Student[] = [];

beforeAll(async () => {
  for (const held of [...classes, graded]) {
    lessons.push(await createLesson(teacher, held));
    lessons.push(await createLesson(colleague, held, { subject: "French", byChoice: true }));
    students.push(...(await createStudents(held, 5)));
  }
  for (const next of ["1A", "2A", "3A"]) await createNextClass(next);
  await transaction(TEST, (t) =>
    runQuery(
      "insert into assessment_criteria (subject_id, form_level, detail, position) values ($1, 2, 'Reads', 1)",
      [lessons[4]?.subjectId],
      t,
    ),
  );
});

test(
  "whatever people do, kept counts are those of a count from scratch, or noted to be counted again",
  async () => {
    const dice = diceFor(SEED, 0);
    const names = Object.keys(DEEDS);
    for (let done = 0; done < VERBS; done += 1) {
      const name = done < names.length ? (names[done] ?? "") : dice.pick(names);
      await renewAll();

      await DEEDS[name]?.(dice);

      expect({ name, done, wrong: await listWrongReportCounts(flavour) }).toEqual({ name, done, wrong: [] });
      expect({ name, done, stale: await listStaleResults() }).toEqual({ name, done, stale: [] });
      expect({ name, done, stale: await listStaleSheets() }).toEqual({ name, done, stale: [] });
      expect({ name, done, ...(await recountStudents()) }).toEqual({ name, done, wereWrong: false });
    }
    await renewAll();
    expect(await listWrongReportCounts(flavour)).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  "so it is after a rollover to the next year, in the new term, and after its undo",
  async () => {
    await setTermTo(third);
    await renewAll();

    const { rollover_id: rolloverId } = await completeRollover(admin);
    const afterwards = [
      await listWrongReportCounts(flavour),
      await listStaleResults(),
      await listStaleSheets(),
    ];
    await renewAll();
    await undoRollover(admin.person, { rolloverId });
    await work();

    expect(afterwards).toEqual([[], [], []]);
    expect(await listWrongReportCounts(flavour)).toEqual([]);
    expect([await listStaleResults(), await listStaleSheets()]).toEqual([[], []]);
  },
  PATIENCE_MS,
);

test("a change is noticed although the transaction that makes it began before another", async () => {
  const rename = ({ employeeId }: { employeeId: number }): [string, number[]] => [
    "update employees set last_name = last_name || 'x' where employee_id = $1",
    [employeeId],
  ];
  const stateOf = async () =>
    (await listClassesWithMarkSheets({ academicTermId: third, flavour }, { ...WHOLE_SCHOOL, level: null }))[0]
      ?.state;
  await setTermTo(third);
  await renewAll();
  await sql(...rename(colleague));

  let before: string | undefined;
  await transaction(TEST, async (t) => {
    await runQuery("select pg_current_xact_id()", [], t);
    await sql(...rename(teacher));
    before = await stateOf();
    for (const employee of [teacher, colleague]) await runQuery(...rename(employee), t);
  });

  expect(before).toMatch(/\d/);
  expect(await stateOf()).not.toBe(before);
});

test("a change of which no note was left is found and counted again", async () => {
  await renewAll();
  const [student] = students;
  const held = { classId: classes[0]?.classId ?? 0, academicTermId: third, studentKey: student?.id ?? 0 };
  await termTransaction(TEST, (t) => registerStudent(held, t));
  const before = await totalOf(held);
  await transaction(TEST, async (t) => {
    await runQuery("update term_records set teacher_comment = '' where student_key = $1", [student?.id], t);
    await runQuery("update report_counts set total = total + 1 where class_id = $1", [held.classId], t);
    await runQuery("delete from counts_to_renew", [], t);
  });

  const wrong = await listWrongReportCounts(flavour);
  expect(new Set(wrong.map(({ class_id }) => class_id))).toEqual(new Set([held.classId]));
  expect(await totalOf(held)).toBe(before);
  expect(await listWrongReportCounts(flavour)).toEqual([]);
});

test("a change that is committed while others count is counted by the next reader", async () => {
  await renewAll();
  const held = { classId: classes[1]?.classId ?? 0, academicTermId: third };
  const before = await totalOf(held);

  await transaction(TEST, async (t) => {
    await runQuery(
      `insert into students (student_id, first_name, last_name, gender, date_of_birth, birth_certificate_pin)
       values ('LATE', 'Late', 'Joiner', 'F', '2014-01-01', 'LATE')`,
      [],
      t,
    );
    await runQuery(
      `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
       select id, $1::integer, $1::integer / 10, $2 from students where student_id = 'LATE'`,
      [third, held.classId],
      t,
    );
    await refreshCounts({ academicTermId: third, flavour });
  });

  expect(await totalOf(held)).toBe(before + 1);
});

test("a page that cannot count all classes in its time asks to wait, and the next pages count the others", async () => {
  await renewAll();
  const term = { academicTermId: third, flavour } as const;
  for (let count = 0; count < 60; count += 1)
    await createClass({ formClassId: "1A", label: `Many ${count}` });

  const first = refreshCounts(term, { within: 0 });
  await expect(first).rejects.toMatchObject({
    status: 503,
    data: { opensAgain: "Counting marks and reports", message: expect.stringContaining("43 of 63 classes") },
  });
  await Promise.all([refreshCounts(term), refreshCounts(term)]);

  await expect(refreshCounts(term, { within: 0 })).resolves.toBeUndefined();
  expect(await listWrongReportCounts(flavour)).toEqual([]);
});

/** The deeds of people, through the product’s own functions where it has one. */
const DEEDS: Readonly<Record<string, (dice: Dice) => Promise<unknown>>> = {
  "a mark is entered": (dice) => mark(dice, { mark: dice.between(0, 100) }),
  "a student was absent": (dice) => mark(dice, { mark: null, attendance: 2 }),
  "a mark is cleared": (dice) => mark(dice, { mark: null, attendance: 1 }),
  "grades are entered": grades,
  "a report is completed": (dice) =>
    report(dice, {
      ...Object.fromEntries(BEHAVIOUR_FIELDS.map((field) => [field, "C"])),
      teacher_comment: "Works well.",
    }),
  "a comment is changed": (dice) => report(dice, { teacher_comment: dice.pick(["", "Reads.", "Writes."]) }),
  "a report is signed": sign,
  "a report is signed and changed": async (dice) => {
    await sign(dice);
    await report(dice, { principal_comment: `Seen ${dice.between(1, 9)}` });
  },
  "a report is sent back": async (dice) => {
    const key = await keyOf(dice);
    if (!key) return;
    const { reviewedFingerprint: seen } = await loadSigning(principal.person, key);
    await sendBack(principal.person, key, { seen, reason: "Look again." });
  },
  "a student joins late": async (dice) => {
    students.push(...(await createStudents(dice.pick(classes), 1, [dice.pick(TERM_IDS)])));
  },
  "a student changes class": (dice) =>
    termTransaction(TEST, (t) =>
      registerStudent(
        {
          studentKey: dice.pick(students).id,
          classId: dice.pick([...classes, graded]).classId,
          academicTermId: dice.pick(TERM_IDS),
        },
        t,
      ),
    ),
  "a student is in no class": (dice) =>
    termTransaction(TEST, (t) =>
      unregisterStudentFromTerm(
        { studentKey: dice.pick(students).id, academicTermId: dice.pick(TERM_IDS) },
        t,
      ),
    ),
  "a student leaves": async (dice) => {
    const leaver = dice.pick(students);
    await deleteStudent(admin.person, { studentKey: leaver.id, statusId: 3, list: "/" });
    away.push(leaver);
  },
  "a student comes back": async () => {
    const [back, ...others] = away;
    away = others;
    const input = { intent: "bring-back", status: "" } as const;
    if (back) await deleteOrBringBackStudent(admin.person, { studentKey: back.id, input, list: "/" });
  },
  "a student chooses a subject": (dice) =>
    chooseLesson(dice.pick(lessons.filter((_, index) => index % 2 === 1)), [dice.pick(students)]).catch(
      () => {},
    ),
  "a choice is removed": (dice) =>
    sql("delete from student_subject_assignments where student_key = $1", [dice.pick(students).id]),
  "a lesson is given": (dice) => giveLesson(dice.pick(lessons)),
  "a lesson is taken out": (dice) => deleteTimetableLesson(admin.person, dice.pick(lessons)),
  "two records are merged and separated": mergeAndUndo,
  "a fortnightly test is made": async (dice) => {
    const termId = dice.pick(TERM_IDS);
    await createFortnightlyTest(dice.pick(classes), { title: `Week ${(saved += 1)}`, termId });
  },
  "a class has course work only": (dice) =>
    sql("update classes set course_work_only = not course_work_only where class_id = $1", [
      dice.pick(classes).classId,
    ]),
  "a class is renamed": (dice) =>
    sql("update classes set label = label || 'x' where class_id = $1", [dice.pick(classes).classId]),
  "a criterion is added": (dice) =>
    sql(
      `insert into assessment_criteria (subject_id, form_level, detail, position) values ($1, 2, 'Counts', $2)
       on conflict do nothing`,
      [dice.pick(lessons).subjectId, dice.between(2, 6)],
    ),
  "a term has another kind of test": (dice) =>
    sql("update academic_terms set assessment_type = $1 where academic_term_id = $2", [
      dice.pick(["Mid Term", "Forthnightly Test"]),
      dice.pick(TERM_IDS),
    ]),
  "a level has another pass mark": (dice) => {
    const steps = [
      { letter: "P", from: dice.between(40, 60), words: "" },
      { letter: "F", from: 0, words: "" },
    ];
    const grading = { steps, passMark: dice.between(40, 60) };
    const fromTerm = { form_level: 1, from_term_id: dice.pick(TERM_IDS) };
    return transaction(TEST, (t) =>
      saveReportCardSetting({ ...fromTerm, grading, graded_at: null, card: null }, t),
    );
  },
  "a teacher is renamed": () =>
    sql("update employees set last_name = last_name || 'x' where employee_id = $1", [teacher.employeeId]),
  "a subject is renamed": (dice) =>
    sql("update subjects set title = title || 'x' where subject_id = $1", [dice.pick(lessons).subjectId]),
  "a substitute takes a lesson": (dice) =>
    sql(
      `insert into substitutes (lesson_id, employee_id, from_date, to_date)
       select l.lesson_id, $2, '2020-01-01', '2100-01-01' from lessons l
        where l.lesson_id = $1 and not exists (select from substitutes b where b.lesson_id = l.lesson_id)`,
      [dice.pick(lessons).lessonId, principal.employeeId],
    ),
  "a test has a date": (dice) =>
    createAssessment(dice.pick(lessons), { termId: dice.pick(TERM_IDS), testDate: "2026-06-26" }).catch(
      () => {},
    ),
  "a test has another date": () => sql("update assessments set test_date = test_date + 1", []),
  "the school is set to another term": (dice) => setTermTo(dice.pick([first, second, third])),
};

async function renewAll(): Promise<void> {
  for (const academicTermId of await listTermIds()) await refreshCounts({ academicTermId, flavour });
}

async function listTermIds(): Promise<number[]> {
  const terms = await queryRows<{ id: number }>(
    "select academic_term_id as id from academic_terms where academic_year_id is not null order by id",
    [],
    noTransaction,
  );
  return terms.map(({ id }) => id);
}

/** Lists the classes whose results, as the overview keeps them, differ from those in the database. */
async function listStaleResults(): Promise<{ classId: number; termId: number; testId: number }[]> {
  const stale: { classId: number; termId: number; testId: number }[] = [];
  for (const termId of await listTermIds())
    for (const testId of [1, 2] as const) {
      const wanted = { terms: [termId], testId, flavour, level: null } as const;
      const loaded = await loadOverviewClassResults(WHOLE_SCHOOL, wanted);
      const fresh = await readResults(loaded, { testId, flavour });
      for (const { class_id: classId, result } of loaded)
        if (!isDeepStrictEqual(result, fresh.get(classId))) stale.push({ classId, termId, testId });
    }
  return stale;
}

/** Lists the terms whose mark sheets, as the overview keeps them, differ from those in the database. */
async function listStaleSheets(): Promise<number[]> {
  const stale: number[] = [];
  for (const academicTermId of await listTermIds()) {
    const visit = { person: principal.person, school: { flavour } } as const;
    const kept = await loadMarkSheets(visit, { academicTermId, level: null });
    const fresh = await listLateMarkSheets({ academicTermId, flavour });
    if (!isDeepStrictEqual(kept, fresh)) stale.push(academicTermId);
  }
  return stale;
}

/** Picks a student of the current term with their class; null when there is none. */
async function keyOf(dice: Dice): Promise<(ClassKey & { studentKey: number }) | null> {
  const found = await queryRows<ClassKey & { studentKey: number }>(
    `select r.student_key as "studentKey", r.class_id as "classId", r.academic_term_id as "academicTermId"
       from registrations r join students s on s.id = r.student_key
      where r.academic_term_id = $1 and s.student_status_id <= 2
      order by r.student_key`,
    [current],
    noTransaction,
  );
  return found.length === 0 ? null : dice.pick(found);
}

async function mark(dice: Dice, changes: Readonly<Record<string, number | null>>): Promise<void> {
  const key = await keyOf(dice);
  const lesson = lessons.find(({ classId }) => classId === key?.classId);
  if (!key || !lesson) return;
  const sheet = {
    lessonId: lesson.lessonId,
    academicTermId: current,
    testId: dice.pick([1, 2] as const),
    fortnightlyTestId: null,
  };
  const sent = {
    saveId: `mark-${(saved += 1)}`,
    rows: [{ row: String(key.studentKey), base: null, changes }],
  };
  // In some states of the school this sheet does not exist.
  await saveMarks(admin.person, sheet, sent).catch(() => {});
}

async function grades(dice: Dice): Promise<void> {
  await sql(
    `insert into marks (student_key, academic_term_id, subject_id, test_id, max_mark)
     select r.student_key, r.academic_term_id, $1, 1, 100 from registrations r where r.class_id = $2 on conflict do nothing`,
    [lessons[4]?.subjectId, graded.classId],
  );
  await sql(
    `insert into criterion_grades (mark_id, criterion_id, grade, version)
     select m.mark_id, k.criterion_id, $2::integer, 1 from marks m join assessment_criteria k using (subject_id)
      where m.subject_id = $1 and m.mark_id % 2 = $2::integer % 2
     on conflict (mark_id, criterion_id) do update set grade = excluded.grade`,
    [lessons[4]?.subjectId, dice.between(1, 5)],
  );
}

async function report(dice: Dice, changes: Readonly<Record<string, string>>): Promise<void> {
  const key = await keyOf(dice);
  if (!key) return;
  const sent = {
    saveId: `report-${(saved += 1)}`,
    rows: [{ row: String(key.studentKey), base: null, changes }],
  };
  await saveReport(admin.person, key, sent);
}

async function sign(dice: Dice): Promise<void> {
  const key = await keyOf(dice);
  if (!key) return;
  const { reviewedFingerprint: seen } = await loadSigning(principal.person, key);
  await signReport(principal.person, key, { seen });
}

async function giveLesson({ employeeId, subjectId, classId }: Lesson): Promise<void> {
  const of = { employeeId, subjectId, classId };
  await saveLesson(admin.person, { ...of, was: null, wasByChoice: null, byChoice: null });
}

async function mergeAndUndo(dice: Dice): Promise<void> {
  const twin = { firstName: "Twin", lastName: `Record${(saved += 1)}` };
  const termIds = [dice.pick(TERM_IDS)];
  const [kept, merged] = await createStudents(dice.pick(classes), [twin, twin], termIds);
  if (!kept || !merged) return;
  const keys = { kept: kept.id, merged: merged.id };
  const { version, contradictions, fields } = await loadMerge(admin.person, keys);
  const names = [...contradictions, ...fields].flatMap(({ choices }) => choices.map(({ name }) => name));
  const input = { base: "", ...Object.fromEntries(names.map((name) => [name, "kept"])), version };
  expect(await mergeStudents(admin.person, { keys, input, address: "127.0.0.1" })).toMatchObject({
    kind: "done",
  });
  expect(await listWrongReportCounts(flavour)).toEqual([]);
  await renewAll();
  const made = await queryRow<{ merge_id: number }>(
    "select max(merge_id)::integer as merge_id from student_merges order by merge_id",
    [],
    noTransaction,
  );
  const undone = await undoMerge(admin.person, { mergeId: made?.merge_id ?? 0, address: "127.0.0.1" });
  expect(undone).toMatchObject({ kind: "done" });
}

async function setTermTo(academicTermId: number): Promise<void> {
  await makeTermCurrent(admin.person, { academicTermId, seen: null });
  current = academicTermId;
}

async function totalOf({ classId }: Pick<ClassKey, "classId">): Promise<number> {
  const listed = await listLateClasses({ academicTermId: third, flavour });
  return listed.find(({ class_id }) => class_id === classId)?.reports.total ?? 0;
}

function sql(statement: string, bind: unknown[]): Promise<void> {
  return transaction(TEST, (t) => runQuery(statement, bind, t));
}
