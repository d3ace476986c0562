import { expect, test } from "vitest";
import { NO_WORK_HANDED_IN } from "#domain/attendance.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { generateDemoSchool, type DemoSchool } from "#db/demo/school.ts";

/**
 * The day of the reference pictures, and one in each of the other terms, where a new year begins between the three
 * terms.
 */
const DAYS = ["2026-06-26", "2026-11-21", "2027-02-10"];
const SCHOOLS = (["primary", "secondary"] as const).flatMap((flavour) =>
  DAYS.map((today) => [flavour, today, generateDemoSchool(flavour, today)] as const),
);

test.each(SCHOOLS)(
  "%s school on %s: as many classes and students as a school of that size has",
  (flavour, _, school) => {
    const classes = school.classes.filter(({ academic_year_id }) => academic_year_id === thisYear(school));

    const registered = classes.map((held) => school.roster(held, school.calendar.current).length);

    const [wanted, around] = flavour === "primary" ? [14, 400] : [35, 1200];
    const total = registered.reduce((sum, size) => sum + size, 0);
    expect(classes).toHaveLength(wanted);
    expect(Math.abs(total - around)).toBeLessThan(around / 50);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: the form teacher leads a class of 35, half way through its marks",
  (_, __, school) => {
    const held = ledBy(school, "formteacher");

    const sheets = school.sheets.filter(
      (sheet) => sheet.held === held && sheet.term === school.calendar.current,
    );
    const mathematics = sheets.find(({ subject_id, test_id }) => subject_id === 33 && test_id === 1);
    const entered = school.marks.filter(({ sheet }) => sheet === mathematics);

    expect(school.roster(held, school.calendar.current)).toHaveLength(35);
    expect(entered.length).toBeGreaterThan(15);
    expect(entered.length).toBeLessThan(20);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: the demo teacher leads no class, has several, and shares a sheet",
  (_, __, school) => {
    const lessons = school.teachings.filter(({ teachers }) =>
      teachers.some(({ post }) => post.demo === "teacher"),
    );

    const shared = lessons.filter(({ teachers }) => teachers.length > 1);

    expect(school.classes.filter(({ teachers }) => teachers.formTeacher.post.demo === "teacher")).toEqual([]);
    expect(lessons.length).toBeGreaterThanOrEqual(4);
    expect(shared.map(({ teachers }) => teachers.map(({ post }) => post.demo))).toEqual([
      ["formteacher", "teacher"],
    ]);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: who is a level up was a level lower, unless repeating",
  (_, __, school) => {
    const turned = school.students.flatMap(({ seats, repeated }) => {
      const [before] = seats.values();
      const now = [...seats.values()].at(-1);
      return before && now && before.academic_year_id < now.academic_year_id
        ? [{ rise: now.form_level - before.form_level, repeated }]
        : [];
    });

    const wrong = turned.filter(({ rise, repeated }) => rise !== (repeated ? 0 : 1));

    expect(wrong).toEqual([]);
    expect(turned.length > 0).toBe(school.calendar.yearIds.length > 1);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: graduates sat in last year's last level and sit nowhere now",
  (_, __, school) => {
    const graduates = school.students.filter(({ status }) => status === 5);

    const levels = graduates.flatMap(({ seats }) => [...seats.values()].map(({ form_level }) => form_level));
    const years = graduates.flatMap(({ seats }) =>
      [...seats.values()].map(({ academic_year_id }) => academic_year_id),
    );

    expect(new Set(levels)).toEqual(new Set(graduates.length ? [school.kind.levels.length] : []));
    expect(years).not.toContain(school.calendar.yearIds[1]);
    expect(graduates.length > 0).toBe(school.calendar.yearIds.length > 1);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: finished sheets are complete, the current ones of every state",
  (_, __, school) => {
    const { current } = school.calendar;

    const finished = school.sheets.filter(({ term }) => term !== current).map(({ entered }) => entered);
    const states = school.sheets
      .filter(({ term, test_id }) => term === current && test_id === 1)
      .map(({ entered }) => (entered === 0 ? "empty" : entered === 1 ? "complete" : "half"));

    expect(new Set(finished)).toEqual(new Set([1]));
    expect(new Set(states)).toEqual(new Set(["empty", "half", "complete"]));
  },
);

test.each(SCHOOLS)("%s school on %s: no mark of a day to come", (_, today, school) => {
  const early = school.marks.filter(({ sheet }) => sheet.test_date > today);

  expect(early).toEqual([]);
});

test.each(SCHOOLS)(
  "%s school on %s: no work only in the other assessment, and nobody absent has a mark",
  (_, __, school) => {
    const wrong = school.marks.filter(
      ({ attendance, mark, grade, sheet }) =>
        (attendance === NO_WORK_HANDED_IN && sheet.test_id !== 2) ||
        (attendance !== 1 && (mark !== null || grade !== null)),
    );

    expect(wrong).toEqual([]);
    expect(school.marks.some(({ attendance }) => attendance === 2)).toBe(true);
  },
);

test.each(SCHOOLS)(
  "%s school on %s: everybody has a name of their own, some long, some with accents",
  (_, __, school) => {
    const names = school.students.map(({ first_name, last_name }) => `${first_name} ${last_name}`);

    const accented = names.filter((name) => /[^\p{ASCII}]/u.test(name));

    expect(new Set(names).size).toBe(names.length);
    expect(accented.length).toBeGreaterThan(10);
    expect(Math.max(...names.map((name) => name.length))).toBeGreaterThan(25);
  },
);

test.each(["primary", "secondary"] as const)(
  "the %s school has a teacher for every subject of every class",
  (flavour) => {
    const school = generateDemoSchool(flavour, "2026-06-26");

    const idle = school.teachings.filter(({ teachers }) => teachers.some(({ post }) => post.left));
    const labels = school.classes.map(({ academic_year_id, label }) => `${academic_year_id} ${label}`);

    expect(idle).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
    expect(everyClassHasSubjects(school, flavour)).toBe(true);
  },
);

function everyClassHasSubjects({ classes, teachings }: DemoSchool, flavour: SchoolFlavour): boolean {
  const least = flavour === "primary" ? 8 : 7;
  return classes.every(
    ({ form_level, index }) =>
      teachings.filter((taught) => taught.form_level === form_level && taught.index === index).length >=
      least,
  );
}

function thisYear({ calendar }: DemoSchool): number {
  return calendar.current.academic_year_id;
}

function ledBy(school: DemoSchool, user: string) {
  const held = school.classes.find(
    ({ academic_year_id, teachers }) =>
      academic_year_id === thisYear(school) && teachers.formTeacher.post.demo === user,
  );
  if (!held) throw new Error(`${user} leads no class`);
  return held;
}
