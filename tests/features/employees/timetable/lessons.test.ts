import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { getVisibleLesson } from "#access/visible.server.ts";
import { noTransaction, queryRow, queryRows, runQuery, transaction } from "#db/index.ts";
import { listTeachersWithLessons } from "#db/queries/lessons.ts";
import { listReportedSubjects } from "#db/queries/reports/report-card-marks.ts";
import { listMarkSheetRows } from "#db/queries/marks/mark-sheet.ts";
import {
  deleteTimetableLesson,
  saveLesson,
} from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { loadMarkSheetLessonChoice } from "#features/mark-sheet/choose/start.server.ts";
import { getMarkSheet } from "#features/mark-sheet/sheet/find-sheet.server.ts";
import { listTests } from "#features/mark-sheet/choose/list-tests.server.ts";
import { readMarksForApi } from "#features/mark-sheet/save/mark-record.server.ts";
import { printMarkSheet } from "#features/reports/print-mark-sheet.server.ts";
import { describeTargets } from "#features/unsent/name-rows.server.ts";
import { listTeacherLessons } from "#features/lookups/calendar.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin, createClerk, createTeacher } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  createSubject,
  TERM_IDS,
  TEST,
  YEAR_ID,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";
import { CONTEXT } from "#tests/support/request.ts";
import { saveMarks } from "#tests/support/saves.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const admin = await createAdmin();
const std1 = await createClass({ formClassId: "Std 1" });
const std2 = await createClass({ formClassId: "Std 2" });
const science = await createSubject("Science");
const art = await createSubject("Art");
const pupils = await createStudents(std1, 3);
const [pupil] = pupils;

test("a new lesson is in the timetable, and refused a second time", async () => {
  const teacher = await createTeacher();
  const input = {
    employeeId: teacher.employeeId,
    was: null,
    wasByChoice: null,
    ...of(science, std1),
    byChoice: null,
  };

  const saved = await saveLesson(clerk.person, input);
  const again = await saveLesson(clerk.person, input);

  expect(saved).toMatchObject({ ok: true, kept: 0, left: 0 });
  expect(again).toEqual({
    ok: false,
    status: 422,
    field: "lesson",
    fault: "This lesson is already in the list.",
  });
  expect(await timetable(teacher)).toEqual(["Std 1 Science"]);
});

test("two clicks at once make one lesson", async () => {
  const teacher = await createTeacher();
  const input = {
    employeeId: teacher.employeeId,
    was: null,
    wasByChoice: null,
    ...of(science, std1),
    byChoice: null,
  };

  const answers = await Promise.all([saveLesson(clerk.person, input), saveLesson(clerk.person, input)]);

  expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await timetable(teacher)).toEqual(["Std 1 Science"]);
});

test("two colleagues may share a lesson", async () => {
  const [one, other] = [await createTeacher(), await createTeacher()];

  for (const { employeeId } of [one, other])
    await saveLesson(clerk.person, {
      employeeId,
      was: null,
      wasByChoice: null,
      ...of(art, std2),
      byChoice: null,
    });

  expect([await timetable(one), await timetable(other)]).toEqual([["Std 2 Art"], ["Std 2 Art"]]);
});

test("a lesson without marks is changed where it is", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Science" });

  const saved = await saveLesson(clerk.person, { ...changeOf(lesson), ...of(art, std2), byChoice: true });

  expect(saved).toEqual({ ok: true, lessonId: lesson.lessonId, kept: 0, left: 0 });
  expect(await stored(lesson.lessonId)).toEqual({
    subject_id: art,
    class_id: std2.classId,
    by_choice: true,
    ended: false,
  });
});

test.each([
  ["deleted", (lesson: Lesson) => deleteTimetableLesson(clerk.person, lesson)],
  [
    "moved to another class",
    (lesson: Lesson) =>
      saveLesson(clerk.person, { ...changeOf(lesson), ...of(lesson.subjectId, std2), byChoice: null }),
  ],
])("a lesson that students chose is %s: how many are on nobody's sheet then is told", async (how, act) => {
  const [teacher, colleague] = [await createTeacher(), await createTeacher()];
  const subject = `Chosen and ${how}`;
  const lesson = await createLesson(teacher, std1, { subject, byChoice: true });
  const shared = await createLesson(colleague, std1, { subject, byChoice: true });
  await chooseLesson(lesson, pupils.slice(0, 2));
  await chooseLesson(shared, pupils.slice(2));

  const done = await act(lesson);

  expect(done).toMatchObject({ ok: true, kept: 0, left: 2 });
});

test("a lesson for the whole class leaves nobody without a sheet", async () => {
  const lesson = await createLesson(await createTeacher(), std1, {
    subject: "Chosen no more",
    byChoice: true,
  });
  await chooseLesson(lesson, pupils);
  const { subjectId, classId } = lesson;
  await saveLesson(clerk.person, { ...changeOf(lesson), subjectId, classId, byChoice: false });

  const sheet = await getMarkSheet(admin.person, sheetOf(lesson, TERM_IDS[2]), noTransaction);
  const onSheet = await listMarkSheetRows(sheet, noTransaction);

  expect(onSheet).toHaveLength(pupils.length);
});

test("a lesson of a subject that is taught no more is changed, and nobody else gets that subject", async () => {
  const [teacher, other] = [await createTeacher(), await createTeacher()];
  const lesson = await createLesson(teacher, std1, { subject: "Shorthand" });
  const { subjectId, classId } = lesson;
  await transaction(TEST, (t) =>
    runQuery("update subjects set is_active = false where subject_id = $1", [subjectId], t),
  );

  const saved = await saveLesson(clerk.person, { ...changeOf(lesson), subjectId, classId, byChoice: true });
  const given = await saveLesson(clerk.person, {
    employeeId: other.employeeId,
    was: null,
    wasByChoice: null,
    subjectId,
    classId,
    byChoice: null,
  });

  expect(saved).toMatchObject({ ok: true, lessonId: lesson.lessonId });
  expect(await stored(lesson.lessonId)).toMatchObject({ by_choice: true });
  expect(given).toMatchObject({ ok: false, status: 422, field: "subject_id" });
});

test("two who say whether a lesson is by choice: the second is told, unless they say the same", async () => {
  const lesson = await createLesson(await createTeacher(), std1, { subject: "Music" });
  const { subjectId, classId } = lesson;
  const say = (wasByChoice: boolean, byChoice: boolean) =>
    saveLesson(clerk.person, { ...changeOf(lesson), subjectId, classId, wasByChoice, byChoice });

  const first = await say(false, true);
  const again = await say(false, true);
  const stale = await saveLesson(clerk.person, {
    ...changeOf(lesson),
    ...of(subjectId, std2),
    wasByChoice: false,
    byChoice: false,
  });

  expect([first.ok, again.ok]).toEqual([true, true]);
  expect(stale).toMatchObject({ ok: false, status: 409, field: "lesson" });
  expect(await stored(lesson.lessonId)).toMatchObject({ class_id: std1.classId, by_choice: true });
});

test("a lesson that is changed into one that is there is refused, and stays", async () => {
  const teacher = await createTeacher();
  await createLesson(teacher, std2, { subject: "Art" });
  const lesson = await createLesson(teacher, std1, { subject: "Science" });

  const saved = await saveLesson(clerk.person, { ...changeOf(lesson), ...of(art, std2), byChoice: null });

  expect(saved).toMatchObject({ ok: false, status: 422, fault: "This lesson is already in the list." });
  expect(await timetable(teacher)).toEqual(["Std 1 Science", "Std 2 Art"]);
});

test("a lesson that a colleague changed meanwhile is not changed again", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Science" });
  await saveLesson(clerk.person, { ...changeOf(lesson), ...of(art, std2), byChoice: null });

  const stale = await saveLesson(clerk.person, { ...changeOf(lesson), ...of(science, std2), byChoice: null });

  expect(stale).toMatchObject({ ok: false, status: 409 });
  expect(await timetable(teacher)).toEqual(["Std 2 Art"]);
});

test.each([
  ["a subject that is not there", { subjectId: 999_999, classId: std1.classId }, "subject_id"],
  ["a class that is not there", { subjectId: science, classId: 999_999 }, "class_id"],
])("%s is refused", async (_, input, field) => {
  const teacher = await createTeacher();

  const saved = await saveLesson(clerk.person, {
    employeeId: teacher.employeeId,
    was: null,
    wasByChoice: null,
    ...input,
    byChoice: null,
  });

  expect(saved).toMatchObject({ ok: false, status: 422, field });
});

test("nobody gets a lesson who has left", async () => {
  const leaver = await createTeacher();
  await transaction(TEST, (t) =>
    runQuery("update employees set employee_status_id = 3 where employee_id = $1", [leaver.employeeId], t),
  );

  const saved = saveLesson(clerk.person, {
    employeeId: leaver.employeeId,
    was: null,
    wasByChoice: null,
    ...of(science, std1),
    byChoice: null,
  });

  await expect(saved).rejects.toSatisfy((error) => errorKind(error) === "notFound");
});

test("a lesson without marks is deleted", async () => {
  const teacher = await createTeacher();
  const lesson = await createLesson(teacher, std1, { subject: "Science" });

  const deleted = await deleteTimetableLesson(clerk.person, lesson);

  expect(deleted).toMatchObject({ ok: true, kept: 0, left: 0, deleted: { titles: "Science, Std 1" } });
  expect(await stored(lesson.lessonId)).toBeNull();
});

test("a lesson with marks ends: they stay on reports and on past sheets, and nobody writes there any more", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "Geography");

  const deleted = await deleteTimetableLesson(clerk.person, lesson);

  expect(deleted).toMatchObject({ ok: true, kept: 1, left: 0, deleted: { titles: "Geography, Std 1" } });
  expect(await timetable(teacher)).toEqual([]);
  expect(await sheetLists(teacher)).toEqual([["Geography"], ["Geography"], []]);
  for (const { person } of [teacher, admin]) {
    const seen = await getVisibleLesson(person, { ...lesson, academicTermId: null }, noTransaction);
    expect(seen.canEdit).toBe(false);
  }
  expect(await marksLeft(lesson)).toBe(2);
  expect(await subjectsOnReport()).toContain("Geography");
});

test("this term's sheet of a lesson that ended is nobody's any more, neither to write, to read nor to print", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "Drama");
  const key = sheetOf(lesson, TERM_IDS[2]);
  const print = { ...({ format: "pdf", title: null, blank: false } as const), signal: CONTEXT.signal };
  await deleteTimetableLesson(clerk.person, lesson);
  await createLesson(await createTeacher(), std1, { subject: "Drama" });
  const save = {
    saveId: "after-the-end",
    rows: [{ row: String(pupil?.id), base: null, changes: { mark: 5 } }],
  };

  const tries = [teacher, admin].flatMap(({ person }) => [
    saveMarks(person, key, save),
    getMarkSheet(person, key, noTransaction),
    readMarksForApi(person, { ...key, employeeId: null }),
    printMarkSheet(person, key, print),
    listTests(person, String(lesson.lessonId), new URLSearchParams({ term: String(TERM_IDS[2]) })),
  ]);

  const outcomes = await Promise.allSettled(tries);
  const reasons = outcomes.map((outcome) => outcome.status === "rejected" && errorKind(outcome.reason));
  expect(reasons).toEqual(tries.map(() => "notFound"));
});

test("what waits on the device of who lost a lesson is still named, without a way to the sheet", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "Sewing");
  await deleteTimetableLesson(clerk.person, lesson);
  const key = String(pupil?.id);
  const sheets = [TERM_IDS[2], TERM_IDS[0]].map((term) => `/app/mark-sheet/${lesson.lessonId}/${term}/1`);

  const named = await describeTargets(
    teacher.person,
    sheets.map((sheet) => ({ target: `${sheet}/save`, rows: [key] })),
  );

  expect(named).toMatchObject([
    { title: "Sewing, Std 1", url: null, names: { [key]: expect.stringContaining(String(pupil?.lastName)) } },
    { title: "Sewing, Std 1", url: sheets[1] },
  ]);
});

test("its past sheets open for its teacher, and are read only", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "Dance");
  await deleteTimetableLesson(clerk.person, lesson);

  const found = await getMarkSheet(teacher.person, sheetOf(lesson, TERM_IDS[0]), noTransaction);

  expect(found.lock).toBe("past-term");
});

test("who gets a lesson back goes on with it", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "History");
  await deleteTimetableLesson(clerk.person, lesson);
  const { employeeId, subjectId, classId } = lesson;

  const saved = await saveLesson(clerk.person, {
    employeeId,
    was: null,
    wasByChoice: null,
    subjectId,
    classId,
    byChoice: null,
  });

  expect(saved).toMatchObject({ ok: true, lessonId: lesson.lessonId });
  expect(await sheetLists(teacher)).toEqual([["History"], ["History"], ["History"]]);
});

test("a lesson with marks that is changed ends, and another one begins", async () => {
  const teacher = await createTeacher();
  const lesson = await markedLesson(teacher, "Poetry");

  const saved = await saveLesson(clerk.person, { ...changeOf(lesson), ...of(art, std2), byChoice: null });

  expect(saved).toMatchObject({ ok: true, kept: 1 });
  expect(await stored(lesson.lessonId)).toMatchObject({ subject_id: lesson.subjectId, ended: true });
  expect(await timetable(teacher)).toEqual(["Std 2 Art"]);
  expect(await marksLeft(lesson)).toBe(2);
});

test("who has no lesson left this year is not offered as a teacher of sheets", async () => {
  const teacher = await createTeacher({ lastName: "Gonehence" });
  const lesson = await markedLesson(teacher, "Latin");
  const input = { academicYearId: YEAR_ID, words: ["gonehence"], ownEmployeeId: null };
  const before = await listTeachersWithLessons(input, noTransaction);

  await deleteTimetableLesson(clerk.person, lesson);

  expect(before).toHaveLength(1);
  expect(await listTeachersWithLessons(input, noTransaction)).toEqual([]);
});

function of(subjectId: number, { classId }: { classId: number }) {
  return { subjectId, classId };
}

function changeOf({ employeeId, subjectId, classId }: Lesson) {
  return { employeeId, was: { subjectId, classId }, wasByChoice: null };
}

/** Creates a lesson with marks of the student in the first and in the third term. */
async function markedLesson(teacher: { employeeId: number }, subject: string): Promise<Lesson> {
  const lesson = await createLesson(teacher, std1, { subject });
  if (!pupil) throw new Error("the class has no pupil");
  await createMark(pupil, lesson, { termId: TERM_IDS[0], mark: 60 });
  await createMark(pupil, lesson, { termId: TERM_IDS[2], mark: 70 });
  return lesson;
}

function sheetOf({ lessonId }: Lesson, academicTermId: number) {
  return { lessonId, academicTermId, testId: 1, fortnightlyTestId: null } as const;
}

async function timetable({ employeeId }: { employeeId: number }): Promise<string[]> {
  const lessons = await listTeacherLessons(clerk.person, { employeeId, academicTermId: null });
  return lessons.map(({ class_label, subject }) => `${class_label} ${subject}`);
}

/** Lists the sheets that the teacher can open in each term. */
function sheetLists(teacher: Awaited<ReturnType<typeof createTeacher>>): Promise<string[][]> {
  return Promise.all(
    TERM_IDS.map(async (term) => {
      const query = new URLSearchParams({ term: String(term) });
      const { lessons } = await loadMarkSheetLessonChoice(teacher.person, String(teacher.employeeId), query);
      return lessons.map(({ subject }) => subject);
    }),
  );
}

function stored(lessonId: number) {
  return queryRow(
    "select subject_id, class_id, by_choice, ended_on is not null as ended from lessons where lesson_id = $1",
    [lessonId],
    noTransaction,
  );
}

async function marksLeft({ subjectId }: Lesson): Promise<number> {
  const marks = await queryRows(
    "select mark_id from marks where subject_id = $1",
    [subjectId],
    noTransaction,
  );
  return marks.length;
}

async function subjectsOnReport(): Promise<string[]> {
  const studentKey = pupil?.id ?? 0;
  const key = { classIds: [std1.classId], academicTermId: TERM_IDS[2], studentKey };
  const subjectsOf = await listReportedSubjects(key, { byCriteria: false }, noTransaction);
  const scheme = { flavour: "primary", form_level: 3, by_criteria: false, course_work_only: false } as const;
  return subjectsOf(studentKey, { ...scheme, assessment_type: "Mid Term", grading: DEFAULT_GRADING }).map(
    ({ subject }) => subject,
  );
}
