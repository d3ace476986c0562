import { expect, test } from "vitest";
import { getVisibleLesson, requireVisibleStudentPicture } from "#access/visible.server.ts";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import {
  assignSubstitute,
  endSubstitution,
} from "#features/employees/timetable/substitute/substitute.server.ts";
import { deleteTimetableLesson } from "#features/employees/timetable/lessons/save-lesson.server.ts";
import { loadMarkSheetLessonChoice } from "#features/mark-sheet/choose/start.server.ts";
import { loadMarkHistory } from "#features/mark-sheet/save/saved-sheet.server.ts";
import { loadMarkSheet } from "#features/mark-sheet/sheet/load-sheet.server.ts";
import { describeTargets } from "#features/unsent/name-rows.server.ts";
import { errorKind } from "#runtime/errors.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createClerk, createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import {
  createClass,
  createLesson,
  createSchool,
  TERM_IDS,
  TEST,
  TODAY,
  type Lesson,
} from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { saveMarks } from "#tests/support/saves.ts";

await freshDatabase();
await createSchool();
const clerk = await createClerk();
const std1 = await createClass({ formClassId: "Std 1" });
const [pupil] = await createStudents(std1, 1);
const key = String(pupil?.id);
let made = 0;

test.each([
  ["from yesterday to tomorrow", -1, 1, "edits"],
  ["from today", 0, 3, "edits"],
  ["to today", -3, 0, "edits"],
  ["from tomorrow", 1, 3, "notFound"],
  ["to yesterday", -3, -1, "notFound"],
] as const)("a substitute %s", async (_, from, to, expected) => {
  const { lesson, substitute } = await given(from, to);

  expect(await outcome(substitute, lesson)).toBe(expected);
});

test("the substitute's marks stay the teacher's, and the history names the substitute", async () => {
  const { lesson, substitute, teacher } = await given(-1, 1, { firstName: "Tara", lastName: "Welch" });

  const answer = await saveMarks(substitute.person, sheetOf(lesson), saving(64));

  expect(answer.closed).toBeNull();
  const mark = await queryRow<{ employee_id: number; mark: string }>(
    "select employee_id, mark::text as mark from marks where subject_id = $1",
    [lesson.subjectId],
    noTransaction,
  );
  expect(mark).toEqual({ employee_id: teacher.employeeId, mark: "64.00" });
  const history = await loadMarkHistory(teacher.person, sheetOf(lesson), key);
  expect(JSON.stringify(history)).toContain("T. Welch");
});

test("what is typed when it is over is refused, and the teacher goes on all the while", async () => {
  const { lesson, substitute, teacher } = await given(-3, -1);

  const own = await saveMarks(teacher.person, sheetOf(lesson), saving(50));
  const late = saveMarks(substitute.person, sheetOf(lesson), saving(51));

  expect(own.closed).toBeNull();
  await expect(late).rejects.toSatisfy((error) => errorKind(error) === "notFound");
});

test("the lesson stands among the substitute's own, with whose it is, and Next Subject stays with those", async () => {
  const { lesson, substitute, teacher } = await given(0, 0);
  await createLesson(teacher, std1, { subject: "Zoology" });

  const { lessons } = await loadMarkSheetLessonChoice(
    substitute.person,
    String(substitute.employeeId),
    new URLSearchParams(),
  );
  const sheet = await loadMarkSheet(substitute.person, sheetOf(lesson));

  expect(lessons).toMatchObject([{ classLabel: "Std 1", substituteFor: `T. ${teacher.person.lastName}` }]);
  expect(sheet).toMatchObject({ canEdit: true, nextSubjectUrl: null });
});

test("the pictures of its students can be seen for as long", async () => {
  const [now, over] = [await given(0, 0), await given(-3, -1)];
  await transaction(TEST, async (t) => {
    await runQuery(
      "insert into files (file_name, kind, media_type, bytes, sha256) values ('face.jpg', 'picture', 'image/jpeg', 11, '\\x00')",
      [],
      t,
    );
    await runQuery("update students set picture = 'face.jpg' where id = $1", [pupil?.id], t);
  });

  await requireVisibleStudentPicture(now.substitute.person, "face.jpg", noTransaction);
  const lost = requireVisibleStudentPicture(over.substitute.person, "face.jpg", noTransaction);

  await expect(lost).rejects.toSatisfy((error) => errorKind(error) === "notFound");
});

test("what waits on a substitute's device is still named when it is over, or was taken back the same day", async () => {
  const over = await given(-3, -1);
  const back = await given(0, 3);
  await endSubstitution(clerk.person, {
    employeeId: back.teacher.employeeId,
    substitution: await substitutionOf(back.lesson),
    url: "",
  });
  const later = await given(2, 3);

  const named = await Promise.all(
    [over, back, later].map(({ lesson, substitute }) => nameOf(substitute, lesson)),
  );

  // The first list is empty because the student joined the class after the substitute's last day.
  expect(named).toEqual([[], [pupil?.lastName], null]);
});

test("a lesson that was taken out of the timetable is its substitute's no more", async () => {
  const { lesson, substitute } = await given(-1, 1);

  await deleteTimetableLesson(clerk.person, lesson);

  expect(await outcome(substitute, lesson)).toBe("notFound");
});

test("a lesson is given for days, and taken back: from then on it is the substitute's no more", async () => {
  const { lesson, substitute, teacher } = await given(null, null);
  const { today, tomorrow } = await days();

  const given1 = await assignSubstitute(clerk.person, {
    employeeId: teacher.employeeId,
    lessonIds: [lesson.lessonId],
    substituteId: substitute.employeeId,
    from: today,
    to: tomorrow,
    url: "",
  });
  const during = await outcome(substitute, lesson);
  await endSubstitution(clerk.person, {
    employeeId: teacher.employeeId,
    substitution: await substitutionOf(lesson),
    url: "",
  });

  expect(given1).toMatchObject({ kind: "done" });
  expect([during, await outcome(substitute, lesson)]).toEqual(["edits", "notFound"]);
});

test("nobody else's substitute is taken back", async () => {
  const { lesson, substitute } = await given(0, 1);
  const other = await createTeacher();
  const input = { employeeId: other.employeeId, substitution: await substitutionOf(lesson), url: "" };

  const taken = endSubstitution(clerk.person, input);

  await expect(taken).rejects.toSatisfy((error) => errorKind(error) === "notFound");
  expect(await outcome(substitute, lesson)).toBe("edits");
});

test("two substitutes on one day are refused by name, and by the database", async () => {
  const { lesson, substitute, teacher } = await given(0, 2, { firstName: "Tara", lastName: "Ali" });
  const other = await createTeacher();
  const { today, tomorrow } = await days();

  const refused = await assignSubstitute(clerk.person, {
    employeeId: teacher.employeeId,
    lessonIds: [lesson.lessonId],
    substituteId: other.employeeId,
    from: today,
    to: tomorrow,
    url: "",
  });
  const raw = insert(lesson, substitute, 1, 5);

  const words = expect.stringContaining("T. Ali already has") as string;
  expect(refused).toMatchObject({ kind: "not-done", status: 422, errors: { lessons: words } });
  await expect(raw).rejects.toThrow();
});

test.each([
  ["oneself", (at: Given) => ({ substituteId: at.teacher.employeeId }), 422, "substitute"],
  ["nobody", () => ({ substituteId: 999_999 }), 422, "substitute"],
  ["no lesson", () => ({ lessonIds: [] }), 422, "lessons"],
  ["a colleague's lesson", (at: Given) => ({ lessonIds: [at.foreign] }), 409, "lessons"],
  ["an end before the start", () => ({ from: "2026-06-02", to: "2026-06-01" }), 422, "to"],
] as const)("%s is refused", async (_, change, status, field) => {
  const { lesson, substitute, teacher } = await given(null, null);
  const { lessonId: foreign } = await createLesson(substitute, std1, { subject: `Foreign ${made}` });
  const { today } = await days();
  const input = {
    employeeId: teacher.employeeId,
    lessonIds: [lesson.lessonId],
    substituteId: substitute.employeeId,
    from: today,
    to: today,
    url: "",
  };

  const refused = await assignSubstitute(clerk.person, { ...input, ...change({ teacher, foreign }) });

  const errors = { [field]: expect.any(String) as string };
  expect(refused).toMatchObject({ kind: "not-done", status, errors });
});

type Given = { teacher: Colleague; foreign: number };

/** Creates a teacher's lesson with a substitute for a period, counted from today; null for none. */
async function given(
  from: number | null,
  to: number | null,
  names: { firstName?: string; lastName?: string } = {},
) {
  made += 1;
  const [teacher, substitute] = [await createTeacher(), await createTeacher(names)];
  const lesson = await createLesson(teacher, std1, { subject: `Subject ${made}` });
  if (from !== null && to !== null) await insert(lesson, substitute, from, to);
  return { teacher, substitute, lesson };
}

function insert({ lessonId }: Lesson, { employeeId }: Colleague, from: number, to: number): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `insert into substitutes (lesson_id, employee_id, from_date, to_date)
       values ($1, $2, ${TODAY} + $3::integer, ${TODAY} + $4::integer)`,
      [lessonId, employeeId, from, to],
      t,
    ),
  );
}

async function outcome({ person }: Colleague, { lessonId }: Lesson): Promise<string> {
  try {
    const { canEdit } = await getVisibleLesson(person, { lessonId, academicTermId: null }, noTransaction);
    return canEdit ? "edits" : "reads";
  } catch (error) {
    return errorKind(error) ?? "surprise";
  }
}

function sheetOf({ lessonId }: Lesson) {
  return { lessonId, academicTermId: TERM_IDS[2], testId: 1, fortnightlyTestId: null } as const;
}

function saving(mark: number) {
  return { saveId: `save-of-${mark}-${made}`, rows: [{ row: key, base: null, changes: { mark } }] };
}

async function days(): Promise<{ today: string; tomorrow: string }> {
  const found = await queryRow<{ today: string; tomorrow: string }>(
    `select ${TODAY}::text as today, (${TODAY} + 1)::text as tomorrow`,
    [],
    noTransaction,
  );
  if (!found) throw new Error("the database does not know what day it is");
  return found;
}

async function substitutionOf({ lessonId }: Lesson): Promise<number> {
  const found = await queryRow<{ substitute_id: number }>(
    "select substitute_id from substitutes where lesson_id = $1",
    [lessonId],
    noTransaction,
  );
  return found?.substitute_id ?? 0;
}

/** Returns the last names of those students, or null when the person may not know of the lesson. */
async function nameOf({ person }: Colleague, lesson: Lesson): Promise<string[] | null> {
  const target = `/app/mark-sheet/${lesson.lessonId}/${TERM_IDS[2]}/1/save`;
  const [named] = await describeTargets(person, [{ target, rows: [key] }]);
  return named ? [pupil?.lastName ?? ""].filter((name) => JSON.stringify(named).includes(name)) : null;
}
