import { expect, test } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { noTransaction } from "#db/index.ts";
import { listRolloverJournal } from "#db/queries/rollover/outcomes.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { isBalanced } from "#domain/rollover/rollover.ts";
import { makeTermCurrent } from "#features/settings/current-term/set-term.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { undoRollover } from "#features/rollover/start-run.server.ts";
import { createTeacher } from "#tests/support/builders/people.ts";
import {
  currentTermId,
  fingerprintOfSchool,
  rehearsed,
  completeRollover,
  work,
} from "../rollover-scenario.ts";
import {
  decideInReports,
  makeNextYear,
  moveByPlace,
  postClass,
  repeatWhoIsStuck,
  signReports,
  writeMark,
  writeReports,
  YEAR,
} from "./year-acts.ts";
import {
  carriedFrom,
  classesOf,
  classWithMarks,
  inClasses,
  formTeachersByLevel,
  lessonsLeftOut,
  lessonsOfSubstitutes,
  notWhereTold,
  studentsHere,
  studentsOf,
} from "./year-places.ts";

/** A day in the first term: the demo's clock is given, so that the whole year can be played through. */
const TODAY = "2025-10-01";
const TERMS = [1, 2, 3].map((term) => YEAR * 10 + term) as [number, number, number];
const NEXT_TERM = (YEAR + 10001) * 10 + 1;
const SECOND = {
  term_start: "2026-01-05",
  term_end: "2026-03-27",
  total_sessions: 118,
  next_term_start: "2026-04-13",
};
const THIRD = {
  term_start: "2026-04-13",
  term_end: "2026-07-03",
  total_sessions: 116,
  next_term_start: "2026-09-07",
};
/** The number of reports of the class that are written and signed. */
const SOME = 2;
const EVERYBODY = Infinity;
const EVERYTHING = [1, 2, 3, 4, 6, 7, 8, 9, 10];

/** Plays three terms of a demo school with marks, reports, signatures and postings, and the rollover of its year. */
export async function playSchoolYear(flavour: SchoolFlavour, databaseUrl: string): Promise<void> {
  await loadDemoSchool({ databaseUrl, flavour, today: TODAY });
  const admin = await createTeacher({ permissions: EVERYTHING });
  const chosen = await classWithMarks(TERMS[0]);
  const writeTerm = async (academicTermId: number, reports: number) => {
    const key = { classId: chosen.class_id, academicTermId };
    const students = (await studentsOf(key)).slice(0, reports);
    await writeMark(admin, key, chosen.lesson_id);
    await writeReports(admin, key, students);
    await signReports(admin, key, students);
    await postClass(admin, key);
  };

  test("three terms are written in, signed and posted; within the year everybody stays in their class", async () => {
    const before = await inClasses(TERMS[0]);

    await writeTerm(TERMS[0], SOME);
    const second = await completeRollover(admin, SECOND);
    await writeTerm(TERMS[1], SOME);
    const third = await completeRollover(admin, THIRD);
    await writeTerm(TERMS[2], EVERYBODY);

    expect([second, third].map((rollover) => [rollover.state, isBalanced(rollover)])).toEqual([
      ["done", true],
      ["done", true],
    ]);
    expect(await inClasses(TERMS[2])).toEqual(before);
    expect(await currentTermId()).toBe(TERMS[2]);
  });

  test("the year is not turned before there is a place for everybody", async () => {
    await decideInReports(admin, chosen.class_id);

    expect(await rehearsed(admin)).toMatchObject({ state: "refused" });
  });

  test("the year turns: the balance closes, everybody is where the journal says, and undo puts all back", async () => {
    await makeNextYear(admin);
    await moveByPlace(admin, flavour);
    await repeatWhoIsStuck(admin);
    const [before, here] = [await fingerprintOfSchool(), await studentsHere()];

    const rollover = await completeRollover(admin);
    const told = await listRolloverJournal({ rolloverId: rollover.rollover_id }, noTransaction);
    const signed = told.filter(({ was_class_id }) => was_class_id === chosen.class_id);

    expect(isBalanced(rollover)).toBe(true);
    expect(Math.min(rollover.promoted, rollover.repeating, rollover.leaving)).toBeGreaterThan(0);
    expect(told.map(({ student_key }) => student_key).toSorted((one, other) => one - other)).toEqual(here);
    expect(signed.length).toBeGreaterThan(0);
    expect(signed.every(({ why, what }) => why === "report-signed" && what === "promoted")).toBe(true);
    expect(await notWhereTold(rollover.rollover_id, NEXT_TERM)).toEqual([]);

    await undoRollover(admin.person, { rolloverId: rollover.rollover_id });
    await work();

    expect(await fingerprintOfSchool()).toEqual(before);
  });

  test("turned once more, the new year begins with its own teachers, and its first mark closes the undo", async () => {
    const { rollover_id: rolloverId } = await completeRollover(admin);
    const begun = await classWithMarks(NEXT_TERM);
    const key = { classId: begun.class_id, academicTermId: NEXT_TERM };

    await writeMark(admin, key, begun.lesson_id);
    await writeReports(admin, key, (await studentsOf(key)).slice(0, SOME));
    const undone = await undoRollover(admin.person, { rolloverId });
    const old = await loadClassOverview(
      admin.person,
      { classId: chosen.class_id, academicTermId: TERMS[2] },
      new URLSearchParams(),
    );

    expect(undone).toMatchObject({ kind: "closed" });
    expect(await currentTermId()).toBe(NEXT_TERM);
    expect(old.reports.length).toBeGreaterThan(0);
    if (flavour === "primary") expect(Math.max(...(await formTeachersByLevel(NEXT_TERM)))).toBeGreaterThan(1);
  });

  test("every lesson went over, that of the demo's substitute too", async () => {
    const [lesson] = await lessonsOfSubstitutes(YEAR);

    expect(await lessonsLeftOut(YEAR)).toEqual([]);
    expect(await carriedFrom(lesson?.lesson_id ?? 0)).toEqual([{ employee_id: lesson?.employee_id }]);
  });

  test("set back to the year before, its classes are whole, those of the graduates too", async () => {
    const before = await classesOf(TERMS[2]);

    await makeTermCurrent(admin.person, { academicTermId: TERMS[2], seen: NEXT_TERM });

    for (const { class_id: classId, students } of before) {
      const key = { classId, academicTermId: TERMS[2] };
      const { reports } = await loadClassOverview(admin.person, key, new URLSearchParams());
      expect([classId, reports.length]).toEqual([classId, students]);
    }
  });
}
