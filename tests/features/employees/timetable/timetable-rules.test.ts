import { expect, test } from "vitest";
import { buildClassLabel } from "#domain/people/class-label.ts";
import {
  nearestDayInSchoolYear,
  findSubstituteDatesError,
  describeAffectedStudents,
  findClassOfTeacher,
} from "#features/employees/timetable/timetable.rules.ts";

const YEAR = { first_day: "2026-09-07", last_day: "2027-07-02", today: "2026-11-23" };
const DEVI = { first_name: "Devi", last_name: "Ramkissoon" };

test.each([
  [[], "Std 4 R"],
  [["Std 4 R"], "Std 4 Ra"],
  [["Std 4 R", "Std 4 Ra"], "Std 4 Ram"],
  [["Std 4 C", "Std 3 R"], "Std 4 R"],
] as const)("a new class beside %j is called %s", (taken, label) => {
  expect(buildClassLabel({ flavour: "primary", formClassId: "Std 4", teacher: DEVI, taken })).toBe(label);
});

test("colleagues of one name have classes of their own", () => {
  const li = { first_name: "Mei", last_name: "Li" };
  const input = { flavour: "primary", formClassId: "Std 4", teacher: li } as const;

  const third = buildClassLabel({ ...input, taken: ["Std 4 L", "Std 4 Li"] });
  const fourth = buildClassLabel({ ...input, taken: ["Std 4 L", "Std 4 Li", third] });

  expect([third, fourth]).toEqual(["Std 4 M. Li", "Std 4 M. Li 2"]);
});

test("a class of a secondary school is called as its form class", () => {
  expect(buildClassLabel({ flavour: "secondary", formClassId: "2A", teacher: DEVI, taken: [] })).toBe("2A");
});

test.each([
  ["2026-08-01", "2026-09-07"],
  ["2026-11-23", "2026-11-23"],
  ["2027-08-01", "2027-07-02"],
])("on %s the day in the year is %s", (today, day) => {
  expect(nearestDayInSchoolYear({ ...YEAR, today })).toBe(day);
});

test.each([
  ["2026-11-23", "2026-11-23", null],
  ["2026-11-01", "2026-11-23", null],
  ["2026-12-01", "2027-07-20", null],
  [
    "2026-09-01",
    "2026-11-30",
    { field: "from", fault: "This day is before the start of the school year. Enter a later day." },
  ],
  [
    "2026-12-01",
    "2026-11-30",
    { field: "to", fault: "The last day is before the first day. Enter a later day." },
  ],
  [
    "2026-11-01",
    "2026-11-22",
    { field: "to", fault: "This day is in the past. Enter today or a later day." },
  ],
  [
    "2026-11-23",
    "2206-11-24",
    { field: "to", fault: "This day is more than a year away. Enter an earlier day." },
  ],
])("a substitute from %s to %s", (from, to, fault) => {
  expect(findSubstituteDatesError({ from, to }, YEAR)).toEqual(fault);
});

const STAY = "stay on their reports and on the mark sheets of past terms.";
const LOST = "will not appear on a mark sheet until another teacher has the lesson.";

test.each([
  [0, 0, ""],
  [1, 0, `The marks of 1 student ${STAY}`],
  [0, 1, `1 student chose this lesson. This student ${LOST}`],
  [32, 3, `The marks of 32 students ${STAY} 3 students chose this lesson. They ${LOST}`],
])("of a lesson with marks of %i that %i chose", (kept, left, words) => {
  expect(describeAffectedStudents({ kept, left })).toBe(words);
});

test.each([
  ["one that they lead", { lead: { employee_id: 7 } }, [], true],
  ["one that a colleague leads", { lead: { employee_id: 8 } }, [], false],
  [
    "one that they share with its lead",
    { lead: { employee_id: 8 } },
    [{ class_id: 1, is_lead: false }],
    false,
  ],
  ["one that they have where nobody leads", { lead: null }, [{ class_id: 1, is_lead: false }], true],
  ["one that nobody has", { lead: null }, [], false],
  ["one of another form class", { lead: { employee_id: 7 }, form_class_id: "Std 2" }, [], false],
])("a teacher's own class: %s", (_, change, held, isOwn) => {
  const one = { class_id: 1, form_class_id: "Std 1", ...change };

  const found = findClassOfTeacher([one], { formClassId: "Std 1", employeeId: 7, held });

  expect(found).toBe(isOwn ? one : undefined);
});
