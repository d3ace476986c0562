import { expect, test } from "vitest";
import {
  groupLessons,
  checkCarriedLessons,
  type LessonWithNextTeacher,
} from "#features/settings/next-year/lessons.rules.ts";

const ANN = { employee_id: 1, first_name: "Ann", last_name: "Lee", works: true };
const BO = { employee_id: 2, first_name: "Bo", last_name: "Ali", works: true };
const GONE = { employee_id: 3, first_name: "Cy", last_name: "Fay", works: false };
const TEACHERS = [ANN, BO];

const SPANISH = lesson({ lesson_id: 1, subject: "Spanish", subject_id: 49, class_id: 1, next_teacher: ANN });
const SPANISH_TOO = lesson({
  lesson_id: 2,
  subject: "Spanish",
  subject_id: 49,
  class_id: 2,
  next_teacher: ANN,
});

test("in a primary school a teacher's own class is one row, other lessons one a subject", () => {
  const own = { teacher: BO, is_own_class: true, class_id: 1, next_teacher: BO };
  const lessons = [
    lesson({ ...own, lesson_id: 3, subject_id: 33, subject: "Mathematics" }),
    lesson({ ...own, lesson_id: 4, subject_id: 18, subject: "English" }),
  ];

  expect(groupLessons([...lessons, SPANISH, SPANISH_TOO], "primary")).toMatchObject([
    {
      key: "c1-2",
      subject: "2 subjects",
      classes: "Std 1 A",
      lessons: 2,
      thisYear: "B. Ali",
      next: 2,
      was: "2",
    },
    { key: "s49-1", subject: "Spanish", classes: "Std 1 A, 2 B", lessons: 2 },
  ]);
  expect(groupLessons(lessons, "primary")[0]?.subject).toBe("All subjects");
  expect(groupLessons(lessons, "secondary").map(({ key }) => key)).toEqual(["s33-2", "s18-2"]);
});

test.each([
  ["carried as it is", {}, null, 1],
  ["the teacher left", { teacher: GONE, next_teacher: null }, "C. Fay has left", null],
  ["next year's teacher left", { next_teacher: GONE }, "C. Fay has left", 1],
  [
    "nobody since",
    { ended_on: "2026-05-03", next_teacher: null },
    "ended on 3 May 2026, no teacher since",
    null,
  ],
  ["no class", { next_class_id: null, next_teacher: null }, "Std 1 A is not set up for next year", 1],
  ["a substitute", { substitute: BO }, null, 1],
  ["a substitute, not carried", { substitute: BO, next_teacher: null }, "no teacher next year", 1],
  ["not carried", { next_teacher: null }, "no teacher next year", 1],
  ["the class moved", { is_own_class: true, next_teachers: [BO] }, "B. Ali has the class next year", 1],
  [
    "the class moved, to carry",
    { is_own_class: true, next_teachers: [BO], next_teacher: null },
    "no teacher next year",
    2,
  ],
] as const)("%s", (_, of, why, next) => {
  const [row] = groupLessons([{ ...SPANISH, ...of }], "primary");

  expect(row).toMatchObject({ why, next });
});

test("a row of which a part is carried says how many are not", () => {
  const [row] = groupLessons([SPANISH, { ...SPANISH_TOO, next_teacher: null }], "primary");

  expect(row).toMatchObject({ was: "- 1", next: 1, why: "1 lesson without a teacher next year" });
});

test.each([
  [
    "another teacher",
    { was: "1", typed: "2" },
    { errors: {}, changes: [{ lessonIds: [1, 2], employeeId: 2 }] },
  ],
  [
    "nobody",
    { was: "1", typed: "leave" },
    { errors: {}, changes: [{ lessonIds: [1, 2], employeeId: "leave" }] },
  ],
  [
    "nobody chosen",
    { was: "1", typed: "" },
    { errors: { "teacher-s49-1": "Choose a teacher who works here." } },
  ],
  ["who left", { was: "1", typed: "3" }, { errors: { "teacher-s49-1": "Choose a teacher who works here." } }],
  [
    "a stale page",
    { was: "-", typed: "2" },
    {
      isStale: true,
      errors: {
        "teacher-s49-1":
          "The teacher was changed while you had this page open. The teacher is now: A. Lee. Check the teacher, then save again.",
      },
    },
  ],
  [
    "a stale page on which the teacher was left as it was",
    { was: "2", typed: "2" },
    {
      isStale: true,
      errors: {
        "teacher-s49-1":
          "The teacher was changed while you had this page open. The teacher is now: A. Lee. Check the teacher, then save again.",
      },
    },
  ],
])("ticked: %s", (_, sent, expected) => {
  const rows = groupLessons([SPANISH, SPANISH_TOO], "primary");

  expect(checkCarriedLessons(rows, new Map([["s49-1", sent]]), TEACHERS)).toMatchObject(expected);
});

test("what came to no answer can be sent again: who is left out already stays so", () => {
  const rows = groupLessons([{ ...SPANISH, next_teacher: null }], "primary");

  const { errors, isStale } = checkCarriedLessons(
    rows,
    new Map([["s49-1", { was: "1", typed: "leave" }]]),
    TEACHERS,
  );

  expect([errors, isStale]).toEqual([{}, false]);
});

test("nobody gets a class twice in one subject", () => {
  const other = { ...SPANISH, lesson_id: 9, teacher: BO, next_teacher: BO };
  const rows = groupLessons([SPANISH, other], "secondary");

  const { errors } = checkCarriedLessons(rows, new Map([["s49-2", { was: "2", typed: "1" }]]), TEACHERS);

  expect(errors).toEqual({
    "teacher-s49-2": "This teacher already has Spanish, Std 1 A. Choose another teacher.",
  });
});

test("what has no class next year cannot be carried", () => {
  const rows = groupLessons([{ ...SPANISH, next_class_id: null, next_teacher: null }], "primary");

  const { errors } = checkCarriedLessons(rows, new Map([["s49-1", { was: "-", typed: "1" }]]), TEACHERS);

  expect(errors).toEqual({
    "teacher-s49-1": "You cannot carry this lesson over because the class does not exist next year.",
  });
});

function lesson(of: Partial<LessonWithNextTeacher>): LessonWithNextTeacher {
  const class_id = of.class_id ?? 1;
  return {
    lesson_id: 1,
    subject_id: 49,
    subject: "Spanish",
    class_id,
    class_label: class_id === 1 ? "Std 1 A" : "Std 2 B",
    ended_on: null,
    teacher: ANN,
    is_own_class: false,
    substitute: null,
    next_class_id: class_id + 10,
    next_teachers: [],
    next_teacher: null,
    ...of,
  };
}
