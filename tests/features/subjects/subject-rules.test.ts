import { expect, test } from "vitest";
import {
  formatAddButton,
  describeAssignedStudents,
  describeKeptMarksOfStudents,
  findLessonFault,
  joinStudentNames,
  describeRemovedStudents,
  parseCandidateSearch,
  parseRosterParams,
  subjectUrl,
} from "#features/subjects/assignment.rules.ts";
import { parseRosterPost } from "#features/subjects/roster/posted-roster.rules.ts";

const VILLAFANA = { first_name: "Maria", last_name: "Villafaña" };
const PUPILS = ["Ali", "Guerra", "Lezama", "Mohammed", "Pierre"].map((last_name) => ({
  first_name: "R.",
  last_name,
}));

test.each([
  [true, null],
  [null, "M. Villafaña does not teach Spanish in Std 4 C"],
  [
    false,
    "M. Villafaña teaches Spanish to all of Std 4 C: the lesson is not marked ‘only students who chose the subject’",
  ],
])("a lesson by choice (%s) decides whether the teacher can have the student", (byChoice, fault) => {
  expect(findLessonFault({ subject: "Spanish", teacher: VILLAFANA, label: "Std 4 C", byChoice })).toBe(fault);
});

test.each([
  [1, "R. Ali"],
  [2, "R. Ali and R. Guerra"],
  [3, "R. Ali, R. Guerra and R. Lezama"],
  [5, "R. Ali, R. Guerra, R. Lezama and 2 more"],
])("%i people are named shortly", (count, names) => {
  expect(joinStudentNames(PUPILS.slice(0, count))).toBe(names);
});

test("what is said counts", () => {
  expect([formatAddButton(0), formatAddButton(1), formatAddButton(3)]).toEqual([
    "Add Students",
    "Add 1 Student",
    "Add 3 Students",
  ]);
  expect([
    describeKeptMarksOfStudents(0, "Art"),
    describeKeptMarksOfStudents(1, "Art"),
    describeKeptMarksOfStudents(2, "Art"),
  ]).toEqual(["", "1 mark given in Art stays as it is.", "2 marks given in Art stay as they are."]);
  expect(describeRemovedStudents({ students: 2, kept: 1, gone: "R. Ali" }, "Art")).toBe(
    "2 students deleted from Art. R. Ali: already deleted. 1 mark given in Art stays as it is.",
  );
  expect(describeAssignedStudents(PUPILS.slice(0, 2), "Art")).toBe("R. Ali and R. Guerra already have Art.");
});

const ROWS = { "w-1": "7", "t-1": "7", "w-2": "7", "t-2": "8", "s-1": "on", set: "9" };

test.each([
  ["save", { intent: "save", isAlone: false, changes: [{ studentKey: 2, was: 7, employeeId: 8 }] }],
  ["set", { intent: "save", isAlone: false, changes: [{ studentKey: 1, was: 7, employeeId: 9 }] }],
  ["delete", { intent: "delete", rows: [{ studentKey: 1, was: 7 }] }],
  ["delete-2", { intent: "delete", rows: [{ studentKey: 2, was: 7 }] }],
  ["delete-3", { intent: "delete", rows: [] }],
  ["drop", null],
])("the button %s asks for what is read from its form", (intent, post) => {
  expect(parseRosterPost({ ...ROWS, intent })).toEqual(post);
});

test("what an address says wrongly is as if it were not said", () => {
  const query = new URLSearchParams(
    "name= Ali%00&class=x&teacher=-1&at=0&s-1=on&s-0=on&c-4=on&by=abc&find=std",
  );

  expect(parseRosterParams(query)).toEqual({ name: "Ali", classId: null, teacherId: null, at: 1 });
  expect(parseCandidateSearch(query)).toEqual({
    find: "std",
    studentKeys: [1],
    classIds: [4],
    employeeId: null,
  });
});

test("a dialog leads back to its page of the list and of the roster", () => {
  const url = subjectUrl({
    subjectId: 49,
    list: { search: "spa", page: 2, rows: 25 },
    roster: { name: "ali", classId: 3, teacherId: null, at: 2 },
  });

  expect(url).toBe("/app/subjects/49?search=spa&page=2&rows=25&name=ali&class=3&at=2");
});
